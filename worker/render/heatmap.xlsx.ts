import { type Writable } from 'node:stream';
import { type Row, type Style, type Worksheet } from 'exceljs';
import { estimatedWidth } from '../../shared/kernel/label-lines.rules';
import { type HeatmapData, type HeatmapRow } from './heatmap.data';
import { type Locale } from './locale';
import {
  columnHeading,
  headerHeight,
  LINE,
  type SheetHeader,
  sheetInstant,
  solid,
  writeHeader,
  writeNote,
} from './sheet-header';
import { type StreamedWorkbook, streamWorkbook, textStyle, textValue } from './workbook';

const FIXED_COLUMNS = 4;
/** The last column of an Excel sheet is XFD. */
const MAX_SUBJECTS = 16_384 - FIXED_COLUMNS;
/** With more subjects a page as wide as the sheet would be unreadable. */
const MAX_SUBJECTS_PER_PAGE = 40;

const labels = {
  en: {
    title: 'Gap heatmap',
    cycle: 'Cycle',
    department: 'Department',
    jobProfile: 'Job profile',
    generated: 'Generated',
    legend: 'Gap level (critical requirements in bold)',
    columns: ['Requirement', 'Average gap', 'Affected', '% of total'],
    empty: 'There is no gap data for this selection.',
    cut: (shown: number, all: number) =>
      `The sheet shows only ${shown} of the ${all} subjects. Filter by department or job profile to see the others.`,
  },
  es: {
    title: 'Mapa de brechas',
    cycle: 'Ciclo',
    department: 'Departamento',
    jobProfile: 'Perfil de puesto',
    generated: 'Generado',
    legend: 'Nivel de brecha (requisitos críticos en negrita)',
    columns: ['Requisito', 'Brecha media', 'Personas afectadas', '% del total'],
    empty: 'No hay datos de brechas para esta selección.',
    cut: (shown: number, all: number) =>
      `La hoja muestra solo ${shown} de los ${all} evaluados. Filtre por departamento o perfil para ver los demás.`,
  },
} satisfies Record<Locale, unknown>;

const border = { top: LINE, left: LINE, bottom: LINE, right: LINE };
const level = (argb: string): Partial<Style> => ({
  fill: solid(argb),
  border,
  alignment: { horizontal: 'center' },
  numFmt: '0',
});
/** Green, yellow, orange, red for the gap levels 0, 1, 2, 3 and more. */
const LEVELS = [level('FF8CCB8F'), level('FFFFE579'), level('FFF9AE5B'), level('FFEB6B60')] as const;

const middle = { vertical: 'middle' } as const;
const requirementStyle = textStyle({ border, alignment: { wrapText: true, vertical: 'middle' } });
const criticalStyle = textStyle({ ...requirementStyle, font: { name: 'Calibri', size: 11, bold: true } });
const averageStyle: Partial<Style> = { border, alignment: middle, numFmt: '0.00' };
const affectedStyle: Partial<Style> = { border, alignment: middle, numFmt: '#,##0' };
const percentStyle: Partial<Style> = { border, alignment: middle, numFmt: '0.0%' };
const subjectHeading = {
  ...columnHeading,
  alignment: { textRotation: 90, horizontal: 'center', vertical: 'bottom' },
} as const;

/**
 * Writes the gap heatmap as a workbook with the sheet `Heatmap` and ends `destination`. Rejects when the rows or the
 * destination fail; what was written is then not a valid workbook.
 */
export async function writeHeatmapWorkbook(data: HeatmapData, destination: Writable): Promise<void> {
  await streamWorkbook(destination, (workbook) => fillHeatmap(workbook, data));
}

async function fillHeatmap(workbook: StreamedWorkbook, data: HeatmapData): Promise<void> {
  const texts = labels[data.locale ?? 'en'];
  const subjects = data.subjects.slice(0, MAX_SUBJECTS);
  const header = headerOf(data, subjects.length);
  const sheet = addSheet(workbook, subjects.length, headerHeight(header) + 2);
  await writeHeader(workbook, sheet, header);
  await workbook.commitRow(legendRow(sheet, texts.legend));
  await workbook.commitRow(headingRow(sheet, texts.columns, subjects));
  let empty = true;
  for await (const row of data.rows) {
    empty = false;
    await workbook.commitRow(requirementRow(sheet, row, subjects.length));
  }
  if (empty && !data.note) await writeNote(workbook, sheet, texts.empty);
}

function headerOf(data: HeatmapData, shown: number): SheetHeader {
  const texts = labels[data.locale ?? 'en'];
  const cut = data.subjects.length > shown ? texts.cut(shown, data.subjects.length) : '';
  return {
    title: texts.title,
    facts: [
      [texts.cycle, data.cycle.name],
      [texts.department, data.department],
      [texts.jobProfile, data.jobProfile],
      [texts.generated, sheetInstant(data.generatedAt)],
    ],
    note: [data.note, cut].filter(Boolean).join(' '),
  };
}

function addSheet(workbook: StreamedWorkbook, subjects: number, headingRowNumber: number): Worksheet {
  const sheet = workbook.addWorksheet('Heatmap', {
    views: [{ state: 'frozen', xSplit: FIXED_COLUMNS, ySplit: headingRowNumber }],
    pageSetup: {
      paperSize: 9,
      orientation: 'landscape',
      ...(subjects <= MAX_SUBJECTS_PER_PAGE && { fitToPage: true, fitToWidth: 1, fitToHeight: 0 }),
      printTitlesRow: `${headingRowNumber}:${headingRowNumber}`,
      printTitlesColumn: 'A:D',
    },
  });
  sheet.columns = [
    { width: 44 },
    { width: 11 },
    { width: 11 },
    { width: 11 },
    ...Array.from({ length: subjects }, () => ({ width: 5 })),
  ];
  return sheet;
}

function legendRow(sheet: Worksheet, text: string): Row {
  const row = sheet.addRow([text, 0, 1, 2, 3]);
  LEVELS.forEach((style, i) => (row.getCell(i + 2).style = i < 3 ? style : { ...style, numFmt: '0"+"' }));
  row.getCell(1).style = textStyle({ font: { name: 'Calibri', size: 11, color: { argb: 'FF5B6875' } } });
  return row;
}

function headingRow(sheet: Worksheet, columns: string[], subjects: HeatmapData['subjects']): Row {
  const row = sheet.addRow([...columns, ...subjects.map(({ name }) => textValue(name))]);
  for (let i = 1; i <= FIXED_COLUMNS; i++) row.getCell(i).style = columnHeading;
  for (let i = 1; i <= subjects.length; i++) row.getCell(FIXED_COLUMNS + i).style = subjectHeading;
  const longest = subjects.reduce((width, { name }) => Math.max(width, estimatedWidth(name)), 0);
  row.height = Math.min(Math.max(longest * 11 + 8, 34), 170); // points, the names at 11 points
  return row;
}

function requirementRow(sheet: Worksheet, data: HeatmapRow, subjects: number): Row {
  const row = sheet.addRow([
    textValue(data.requirement),
    data.averageGap,
    data.affected,
    data.percent === null ? null : Math.round(data.percent * 100) / 10_000, // without floating-point noise of the division
  ]);
  row.getCell(1).style = data.isCritical ? criticalStyle : requirementStyle;
  row.getCell(2).style = averageStyle;
  row.getCell(3).style = affectedStyle;
  row.getCell(4).style = percentStyle;
  for (let i = 0; i < subjects; i++) {
    const gap = data.cells[i];
    if (gap === null || gap === undefined) continue;
    const cell = row.getCell(FIXED_COLUMNS + 1 + i);
    cell.value = gap;
    cell.style = LEVELS[Math.min(Math.max(Math.ceil(gap), 0), 3)] ?? LEVELS[3];
  }
  return row;
}
