/** Print styles of the report: A4 portrait, Arial 10 pt. Liberation Sans has Arial's metrics where Arial is not installed. */
export const reportStyles = `
:root { --ink: #1b2733; --muted: #5b6875; --line: #d5dce3; --surface: #f3f5f8; --accent: #1f5f8b; --soft: #d7e5ef; --warn: #8a5a00; --bad: #b3261e; }
@page { size: A4 portrait; margin: 19mm 17mm 19mm; }
@page {
  @top-left { font: bold 8pt Arial, 'Liberation Sans', sans-serif; color: #8a5a00; }
  @top-right { font: 8pt Arial, 'Liberation Sans', sans-serif; color: #5b6875; width: 150mm; }
  @bottom-left { font: 8pt Arial, 'Liberation Sans', sans-serif; color: #5b6875; }
  @bottom-right { font: 8pt Arial, 'Liberation Sans', sans-serif; color: #5b6875; }
}
@page :first { @top-left { content: none; } @top-right { content: none; } }
* { box-sizing: border-box; }
html { font: 10pt/1.4 Arial, 'Liberation Sans', sans-serif; color: var(--ink); print-color-adjust: exact; }
body, h1, h2, h3, h4, p, dl, dd, figure { margin: 0; }
body { overflow-wrap: anywhere; }
h1 { font-size: 22pt; line-height: 1.15; margin-bottom: 1mm; }
h2 { font-size: 12pt; line-height: 1.3; margin-bottom: 2.5mm; color: var(--accent); break-after: avoid; }
h3 { font-size: 10pt; margin: 5mm 0 0; padding: 1.2mm 2mm; background: var(--surface); break-after: avoid; }
h4 { font-size: 10pt; margin: 3.5mm 0 1.2mm; break-after: avoid; }
section { margin-top: 8mm; }
table { border-collapse: collapse; width: 100%; }
th { text-align: start; font-weight: normal; }
tr { break-inside: avoid; }
sup { line-height: 0; }

header { border-top: 1.4mm solid var(--accent); padding-top: 4mm; }
.eyebrow { font-size: 8pt; font-weight: bold; letter-spacing: .09em; text-transform: uppercase; color: var(--accent); margin-bottom: 2.5mm; display: flex; justify-content: space-between; align-items: center; }
.chip { border: .3mm solid currentColor; border-radius: 1mm; color: var(--warn); padding: .2mm 2mm; }
.facts { color: var(--muted); }
dl { display: flex; gap: 8mm; margin-top: 4mm; padding: 2.5mm 0; border: solid var(--line); border-width: .25mm 0; }
dt { font-size: 8pt; color: var(--muted); }
dd { font-weight: bold; }
dd.fixed { white-space: nowrap; }
.banner { margin-top: 4mm; padding: 2.2mm 3mm; border-inline-start: 1mm solid #d99a1c; background: #fdf3dc; color: #5f3e00; }
.banner.quiet { border-color: var(--accent); background: var(--surface); color: var(--ink); }

.track { height: 2.2mm; border-radius: 1.1mm; background: var(--soft); overflow: hidden; }
.track i { display: block; height: 100%; background: var(--accent); border-radius: inherit; }
.remark, .footnote { font-size: 8pt; color: var(--muted); }
.footnote { margin-top: 1.5mm; }
.score { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.missing { color: var(--muted); }

.summary { display: flex; gap: 10mm; break-inside: avoid; margin-top: 6mm; }
.overall { flex: 0 0 56mm; }
.figure { color: var(--muted); margin: -1.5mm 0 1.5mm; }
.figure b { font-size: 38pt; line-height: 1.1; color: var(--ink); letter-spacing: -.02em; }
.figure.none { font-size: 13pt; margin-top: 2mm; }
.overall .ends { display: flex; justify-content: space-between; gap: 4mm; font-size: 8pt; color: var(--muted); margin-top: 1mm; }
.overall .ends span:last-child { text-align: end; }
.overall .remark { margin-top: 1.5mm; color: var(--ink); }
.types { flex: 1; }
.types td, .types th { padding: 1.05mm 0; }
.types th { white-space: nowrap; padding-inline-end: 4mm; }
.types .grow { width: 99%; }
.types .score { font-weight: bold; padding: 0 3mm; }
.types .remark { white-space: nowrap; text-align: end; }
.types sup { position: absolute; line-height: 1; vertical-align: baseline; margin-inline-start: .3mm; }

.beside { display: flex; gap: 6mm; align-items: center; }
.beside figure { flex: 0 0 110mm; break-inside: avoid; }
.levels { flex: 1; min-width: 0; }
.wide .beside { display: block; }
.wide figure { text-align: center; }
.wide .levels { columns: 2; column-gap: 8mm; margin-top: 3mm; }
.level { display: flex; gap: 1.5mm; align-items: baseline; padding: .8mm 0; border-bottom: .2mm solid var(--line); font-size: 8.5pt; line-height: 1.3; break-inside: avoid; }
.levels .heading { justify-content: flex-end; color: var(--muted); font-size: 8pt; border: 0; padding: 0; }
.level .name { flex: 1; min-width: 0; }
.value { font-variant-numeric: tabular-nums; font-weight: bold; }
.value.below { color: var(--bad); }
.value.of { color: var(--muted); font-weight: normal; }
.critical { font-weight: bold; }
.dot { display: inline-block; width: 1.6mm; height: 1.6mm; border-radius: 50%; background: var(--bad); margin-inline-end: 1.2mm; vertical-align: .15mm; }
figcaption { display: flex; flex-wrap: wrap; justify-content: center; gap: 1mm 5mm; font-size: 8pt; color: var(--muted); margin-top: 1mm; }
figcaption .critical { font-weight: normal; }
.key { display: inline-block; width: 6mm; margin-inline-end: 1.5mm; vertical-align: .8mm; }
.key.required { border-top: .5mm dashed var(--ink); }
.key.current { border-top: .7mm solid var(--accent); }
.key.cross { width: auto; font-style: normal; font-weight: bold; color: var(--bad); vertical-align: 0; }
svg { display: block; margin: 0 auto; font-family: Arial, 'Liberation Sans', sans-serif; }
svg .ring { fill: none; stroke: #d5dce3; stroke-width: .2; }
svg .spoke { stroke: #d5dce3; stroke-width: .2; }
svg .required { fill: none; stroke: #1b2733; stroke-width: .5; stroke-dasharray: 1.6 1; }
svg .current { fill: #1f5f8b2e; stroke: #1f5f8b; stroke-width: .7; stroke-linejoin: round; }
svg .current.open { fill: none; }
svg .level { fill: #1f5f8b; }
svg .dot { fill: #1f5f8b; }
svg .rail { fill: #d7e5ef; }
svg .required.mark { stroke-dasharray: none; stroke-width: .7; }
svg .missing { stroke: #b3261e; stroke-width: .45; fill: none; }
svg .ground { fill: #fff; fill-opacity: .8; }
svg .ring-label { fill: #5b6875; }
svg .axis { fill: #1b2733; }
svg .axis.unknown { fill: #5b6875; font-style: italic; }

.items table { table-layout: fixed; line-height: 1.3; }
.items col.type { width: 17mm; }
.items col.average { width: 30mm; }
.items thead th { font-size: 8pt; color: var(--muted); vertical-align: bottom; padding: 0 1mm 1.2mm 0; border-bottom: .4mm solid var(--ink); line-height: 1.2; }
.items thead th.score { white-space: normal; overflow-wrap: normal; padding-inline-start: 2.5mm; }
.items thead th:first-child { padding-inline-start: 2mm; }
.items thead th:last-child { padding-inline-start: 6mm; }
.items tbody th, .items tbody td { padding: 1.5mm 1mm 1.5mm 0; border-bottom: .2mm solid var(--line); vertical-align: middle; }
.items tbody th { padding-inline-start: 2mm; padding-inline-end: 3mm; }
.items tr.title { break-after: avoid; }
.items tr.title th { font-weight: bold; background: var(--surface); border: 0; }
.items div.average { display: flex; align-items: center; gap: 2mm; padding-inline-start: 5mm; }
.items div.average b { flex: 0 0 8mm; text-align: end; font-variant-numeric: tabular-nums; }
.items div.average .track { flex: 1; height: 1.6mm; }

.comment { display: flex; gap: 3mm; margin: 0 0 1.2mm 2mm; }
.comment .by { flex: 0 0 27mm; font-size: 8pt; line-height: 1.75; color: var(--muted); }
.comment p { flex: 1; min-width: 0; white-space: pre-wrap; orphans: 2; widows: 2; }
`;
