import { Writable } from 'node:stream';
import ExcelJS from 'exceljs';
import { chromium } from 'playwright-core';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { config } from '../../shared/kernel/config';
import { type HeatmapRow } from '../../worker/render/heatmap.data';
import { writeHeatmapWorkbook } from '../../worker/render/heatmap.xlsx';
import { PdfPool } from '../../worker/render/pdf-pool';
import type { ReportData } from '../../worker/render/report/report.data';
import { reportHtml } from '../../worker/render/report/report.html';
import type { Comparison } from './measure';
import { sampleReport } from './sample-report';

/** One warm PDF, data to bytes, against Chromium printing the same HTML, with tags too, on a warm page. */
export async function pdfComparison(): Promise<Comparison> {
  const executablePath = config().CHROMIUM_PATH;
  const pool = new PdfPool({ executablePath });
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  });
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const data: ReportData = sampleReport(Object.values(EvaluatorType));
  const html = reportHtml(data);
  let pages = 0;
  return {
    work: 'one PDF, warm',
    against: 'Chromium printing the same HTML, tagged',
    atMost: 1.3,
    ours: async () => {
      pages = (await pool.render(reportHtml(data))).toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
    },
    made: () => Math.min(pages, 1),
    expected: 1,
    raw: async () => {
      await page.setContent(html, { waitUntil: 'load' });
      await page.pdf({ format: 'A4', printBackground: true, preferCSSPageSize: true, tagged: true, outline: true });
    },
    async close() {
      await pool.close();
      await browser.close();
    },
  };
}

/** A heatmap workbook against exceljs' streaming writer with the same cells and fills. */
export function heatmapComparison(subjects: number, requirements: number): Comparison {
  const people = Array.from({ length: subjects }, (_, at) => ({ id: String(at), name: `First${at} Last${at}` }));
  const row = (at: number): HeatmapRow => ({
    requirement: `Requirement ${at}`,
    isCritical: at % 5 === 0,
    averageGap: 1.25,
    affected: subjects / 2,
    percent: 50,
    cells: people.map((_, column) => (at + column) % 4),
  });
  const rows = Array.from({ length: requirements }, (_, at) => row(at));
  let begins = '';
  return {
    work: `heatmap ${subjects.toLocaleString('en')} subjects x ${requirements}`,
    against: "exceljs' streaming writer, same cells",
    atMost: 1.3,
    memoryAtMost: 250,
    ours: async () => {
      const parts: Buffer[] = [];
      const kept = new Writable({
        write: (chunk: Buffer, _encoding, done) => (parts.push(chunk.subarray(0, 2)), done()),
      });
      await writeHeatmapWorkbook({ cycle: { name: 'Cycle' }, generatedAt: new Date(0), subjects: people, rows }, kept);
      begins = parts[0]?.toString() ?? '';
    },
    made: () => Number(begins === 'PK'),
    expected: 1,
    raw: () =>
      writePlain(
        people.map((person) => person.name),
        rows,
      ),
  };
}

function discard(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

const FILLS: ExcelJS.Fill[] = ['FF63BE7B', 'FFFFEB84', 'FFFDB462', 'FFF8696B'].map((argb) => ({
  type: 'pattern',
  pattern: 'solid',
  fgColor: { argb },
}));

async function writePlain(names: readonly string[], rows: readonly HeatmapRow[]): Promise<void> {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({
    stream: discard(),
    useStyles: true,
    useSharedStrings: false,
  });
  const sheet = workbook.addWorksheet('Heatmap');
  sheet.addRow(['Requirement', 'Average gap', 'Affected', 'Percent', ...names]).commit();
  for (const { requirement, averageGap, affected, percent, cells } of rows) {
    const line = sheet.addRow([requirement, averageGap, affected, (percent ?? 0) / 100, ...cells]);
    cells.forEach((level, at) => {
      const fill = FILLS[level ?? 0];
      if (fill) line.getCell(5 + at).fill = fill;
    });
    line.commit();
  }
  await workbook.commit();
}
