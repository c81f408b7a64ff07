import Handlebars from 'handlebars';
import type { Locale } from '../../render/locale';
import { printableText } from '../../render/report/printable-text';
import type { AccessData, Plain } from './access-data';
import { accessReportLabels } from './access-report.labels';

const TEMPLATE = `<!doctype html>
<html lang="{{locale}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{{labels.title}}: {{name}}</title>
<style>
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
h1 { margin: 0; }
h2 { margin: 2.5rem 0 0.25rem; border-bottom: 2px solid #0f766e; padding-bottom: 0.25rem; }
h3 { margin: 1.5rem 0 0.25rem; }
.purpose, .facts { color: GrayText; margin: 0 0 0.75rem; }
dl { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: 0.125rem 1rem; margin: 0.75rem 0; padding: 0.75rem; border: 1px solid #8884; border-radius: 0.5rem; }
dt { color: GrayText; overflow-wrap: anywhere; }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
dd dl { margin: 0.25rem 0; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: 0.5rem; } }
</style>
</head>
<body>
<h1>{{labels.title}}</h1>
<p class="facts">{{name}} · {{organization}} · {{generatedAt}}</p>
<p>{{labels.introduction}}</p>
{{#each sections}}
<h2>{{title}}</h2>
{{#if purpose}}<p class="purpose">{{purpose}}</p>{{/if}}
{{#each rows}}{{> value this}}{{else}}<p>{{../../labels.nothing}}</p>{{/each}}
{{/each}}
</body>
</html>
`;

/** A value as a list of terms; lists nest. */
const VALUE = `{{#if fields}}<dl>{{#each fields}}<dt>{{label}}</dt><dd>{{> value value}}</dd>{{/each}}</dl>{{else}}{{#if items}}{{#each items}}{{> value this}}{{/each}}{{else}}{{text}} {{/if}}{{/if}}`;

interface Shown {
  fields?: { label: string; value: Shown }[];
  items?: Shown[];
  text?: string;
}

const handlebars = Handlebars.create();
handlebars.registerPartial('value', VALUE);
const template = handlebars.compile(TEMPLATE);

/** Returns an access file as an HTML page; all texts of users are escaped. */
export function accessReportHtml(data: AccessData, locale: Locale): string {
  const labels = accessReportLabels[locale];
  const rowsOf = (rows: readonly unknown[]): Shown[] => rows.map((row) => shown(row as Plain));
  const sections = [
    ...data.sections.map(({ name, purpose, rows }) => ({ title: sentence(name), purpose, rows: rowsOf(rows) })),
    { title: labels.evaluations, rows: rowsOf(data.evaluations) },
    { title: labels.comments, rows: rowsOf(data.comments) },
    { title: labels.withheld, rows: rowsOf(data.withheld) },
    { title: labels.written, rows: rowsOf(data.written) },
    { title: labels.files, rows: rowsOf(data.files) },
    { title: labels.auditLog, rows: rowsOf(data.auditLog) },
  ];
  const { organization, generatedAt, person } = data;
  return printableText(template({ locale, labels, organization, generatedAt, name: person.fullName, sections }));
}

function shown(value: Plain): Shown {
  if (Array.isArray(value)) return value.length === 0 ? { text: '–' } : { items: value.map(shown) };
  if (value !== null && typeof value === 'object')
    return { fields: Object.entries(value).map(([name, inner]) => ({ label: sentence(name), value: shown(inner) })) };
  return { text: value === null || value === '' ? '–' : String(value) };
}

/** Converts an identifier to words: `hireDate` becomes "Hire date". */
function sentence(name: string): string {
  const text = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
