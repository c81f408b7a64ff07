import { type Writable } from 'node:stream';
import { type Row, type Style, type Worksheet } from 'exceljs';
import { type NineBoxData, type NineBoxEmployee, type NineBoxLevel } from './nine-box.data';
import { type NineBoxLabels, nineBoxLabels } from './nine-box.labels';
import { columnHeading, headerHeight, type SheetHeader, sheetInstant, solid, writeHeader } from './sheet-header';
import { type StreamedWorkbook, streamWorkbook, textStyle, textValue } from './workbook';

const LEVELS: readonly NineBoxLevel[] = ['Low', 'Medium', 'High'];
/** The first of the three columns (employee, score, potential) of each performance level; narrow columns separate them. */
const FIRST_COLUMNS = [2, 6, 10] as const;
const COLUMN_WIDTHS = [21, 30, 8, 11, 1.5, 30, 8, 11, 1.5, 30, 8, 11];
/** A quadrant has at least this many lines, and folds the lines after the maximum. */
const MIN_LINES = 4;
const UNFOLDED_LINES = 25;

const OUTLINE = { style: 'thin', color: { argb: 'FF8A96A3' } } as const;
const INK = { argb: 'FF1B2733' };

/** Colors of a quadrant by performance + potential: from red (0) over yellow to green (4). */
const PALETTE = [
  ['FFE98B80', 'FFFBE7E4'],
  ['FFF4B271', 'FFFDEEDF'],
  ['FFF8DC7F', 'FFFEF8E2'],
  ['FFB5D99C', 'FFEFF7E9'],
  ['FF7CC08D', 'FFE2F3E6'],
] as const;

interface QuadrantStyles {
  heading: Partial<Style>;
  count: Partial<Style>;
  columns: Partial<Style>[];
  line: Partial<Style>[];
  lastLine: Partial<Style>[];
}

/**
 * Writes the nine-box as a workbook: the 3x3 grid on the sheet `Nine-Box` (potential rises upwards, performance to the right),
 * and everyone as one filterable list on `Employees`; then ends `destination`. Rejects when the destination fails.
 */
export async function writeNineBoxWorkbook(data: NineBoxData, destination: Writable): Promise<void> {
  await streamWorkbook(destination, async (workbook) => {
    await fillGrid(workbook, data);
    await fillList(workbook, data);
  });
}

async function fillGrid(workbook: StreamedWorkbook, data: NineBoxData): Promise<void> {
  const labels = nineBoxLabels[data.locale ?? 'en'];
  const header = headerOf(data, labels);
  const headingRowNumber = headerHeight(header) + 1;
  const sheet = workbook.addWorksheet('Nine-Box', {
    views: [{ state: 'frozen', xSplit: 1, ySplit: headingRowNumber, showGridLines: false }],
    properties: { outlineLevelRow: 1, outlineProperties: { summaryBelow: false, summaryRight: false } },
    pageSetup: { paperSize: 9, orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  });
  sheet.columns = COLUMN_WIDTHS.map((width) => ({ width }));
  await writeHeader(workbook, sheet, header);
  await workbook.commitRow(performanceRow(sheet, headingRowNumber, labels));
  for (const potential of [2, 1, 0]) await writeBand(workbook, sheet, data, potential);
  sheet.commit();
}

function headerOf(data: NineBoxData, labels: NineBoxLabels): SheetHeader {
  const isEmpty = data.boxes.every(({ employees }) => employees.length === 0);
  return {
    title: labels.title,
    facts: [
      [labels.cycle, data.cycle?.name],
      [labels.department, data.department],
      [labels.jobProfile, data.jobProfile],
      [labels.generated, sheetInstant(data.generatedAt)],
      [labels.scale, data.scale && labels.scaleOf(data.scale.min, data.scale.max)],
    ],
    note: data.note ?? (isEmpty ? labels.empty : undefined),
  };
}

function performanceRow(sheet: Worksheet, rowNumber: number, labels: NineBoxLabels): Row {
  const row = sheet.getRow(rowNumber);
  row.getCell(1).value = labels.axes;
  row.getCell(1).style = textStyle({
    font: { name: 'Calibri', size: 9, color: { argb: 'FF5B6875' } },
    alignment: { wrapText: true },
  });
  FIRST_COLUMNS.forEach((column, i) => {
    sheet.mergeCells(rowNumber, column, rowNumber, column + 2);
    row.getCell(column).value = labels.performance[LEVELS[i] ?? 'Low'];
    for (let c = column; c < column + 3; c++) row.getCell(c).style = performanceHeading;
  });
  row.height = 28;
  return row;
}

const performanceHeading = { ...columnHeading, alignment: { horizontal: 'center', vertical: 'middle' } } as const;
const potentialHeading = textStyle({
  font: { name: 'Calibri', size: 11, bold: true, color: INK },
  fill: solid('FFF3F5F8'),
});

/**
 * Writes one row of quadrants; each employee is a line of cells, so that a quadrant of hundreds can be read, copied and folded.
 */
async function writeBand(
  workbook: StreamedWorkbook,
  sheet: Worksheet,
  data: NineBoxData,
  potential: number,
): Promise<void> {
  const labels = nineBoxLabels[data.locale ?? 'en'];
  const quadrants = FIRST_COLUMNS.map((column, performance) => {
    const box = data.boxes.find((candidate) => candidate.box === potential * 3 + performance);
    return { column, box, employees: box?.employees ?? [], styles: quadrantStyles(potential + performance) };
  });

  const heading = sheet.addRow([labels.potential[LEVELS[potential] ?? 'Low']]);
  heading.getCell(1).style = potentialHeading;
  heading.height = 22;
  const columns = sheet.addRow([]);
  for (const { column, box, employees, styles } of quadrants) {
    sheet.mergeCells(heading.number, column, heading.number, column + 1);
    heading.getCell(column).value = textValue(box?.label ?? '');
    heading.getCell(column + 2).value = employees.length;
    for (let i = 0; i < 3; i++) {
      heading.getCell(column + i).style = i < 2 ? styles.heading : styles.count;
      columns.getCell(column + i).value = labels.columns[i];
      columns.getCell(column + i).style = styles.columns[i] ?? {};
    }
  }
  await workbook.commitRow(heading);
  await workbook.commitRow(columns);

  const lines = Math.max(MIN_LINES, ...quadrants.map(({ employees }) => employees.length));
  for (let line = 0; line < lines; line++) {
    const row = sheet.addRow([]);
    row.height = 15; // otherwise a row without values is omitted
    if (line >= UNFOLDED_LINES) row.outlineLevel = 1;
    for (const { column, employees, styles } of quadrants) {
      writeEmployee(row, column, employees[line], line === lines - 1 ? styles.lastLine : styles.line, labels);
    }
    await workbook.commitRow(row);
  }
  const gap = sheet.addRow([]);
  gap.height = 8;
  await workbook.commitRow(gap);
}

function writeEmployee(
  row: Row,
  column: number,
  employee: NineBoxEmployee | undefined,
  styles: Partial<Style>[],
  labels: NineBoxLabels,
): void {
  if (employee) {
    row.getCell(column).value = textValue(employee.name);
    row.getCell(column + 1).value = employee.performanceScore;
    row.getCell(column + 2).value = labels.levels[employee.potentialLevel];
  }
  styles.forEach((style, i) => (row.getCell(column + i).style = style));
}

function quadrantStyles(goodness: number): QuadrantStyles {
  const [strong, soft] = PALETTE[goodness] ?? PALETTE[2];
  const sides = [{ left: OUTLINE }, {}, { right: OUTLINE }];
  const fill = solid(soft);
  const line = (edge: Partial<Style['border']>): Partial<Style>[] => [
    textStyle({ fill, border: { ...sides[0], ...edge } }),
    { fill, border: { ...edge }, numFmt: '0.00' },
    textStyle({ fill, border: { ...sides[2], ...edge }, alignment: { horizontal: 'center' } }),
  ];
  const small = { name: 'Calibri', size: 9, color: { argb: 'FF5B6875' } };
  const title = { fill: solid(strong), font: { name: 'Calibri', size: 12, bold: true, color: INK } };
  return {
    heading: textStyle({
      ...title,
      border: { top: OUTLINE, left: OUTLINE },
      alignment: { vertical: 'middle', indent: 1 },
    }),
    count: {
      ...title,
      numFmt: '#,##0',
      border: { top: OUTLINE, right: OUTLINE },
      alignment: { vertical: 'middle', horizontal: 'center' },
    },
    columns: sides.map((border, i) =>
      textStyle({
        fill,
        font: small,
        border,
        alignment: { horizontal: i === 0 ? 'left' : i === 1 ? 'right' : 'center' },
      }),
    ),
    line: line({}),
    lastLine: line({ bottom: OUTLINE }),
  };
}

const text = textStyle();
const score: Partial<Style> = { numFmt: '0.00' };
const listStyles = [
  text,
  score,
  score,
  text,
  { numFmt: '0', alignment: { horizontal: 'center' } } as const,
  text,
  text,
];

async function fillList(workbook: StreamedWorkbook, data: NineBoxData): Promise<void> {
  const labels = nineBoxLabels[data.locale ?? 'en'];
  const sheet = workbook.addWorksheet('Employees', { views: [{ state: 'frozen', xSplit: 1, ySplit: 1 }] });
  sheet.columns = [36, 14, 15, 15, 8, 24, 50].map((width) => ({ width }));
  const heading = sheet.addRow([...labels.list]);
  for (let i = 1; i <= labels.list.length; i++) heading.getCell(i).style = columnHeading;
  await workbook.commitRow(heading);
  let rows = 1;
  for (const values of listRows(data, labels)) {
    const row = sheet.addRow(values);
    listStyles.forEach((style, i) => (row.getCell(i + 1).style = style));
    await workbook.commitRow(row);
    rows++;
  }
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: rows, column: labels.list.length } };
  sheet.commit();
}

function* listRows({ boxes, unplaced }: NineBoxData, labels: NineBoxLabels): Generator<(string | number | null)[]> {
  for (const { box, label, employees } of boxes.toSorted((a, b) => b.box - a.box)) {
    for (const { name, performanceScore, potentialScore, potentialLevel } of employees) {
      yield [
        textValue(name),
        performanceScore,
        potentialScore,
        labels.levels[potentialLevel],
        box,
        textValue(label),
        null,
      ];
    }
  }
  for (const { name, reason } of unplaced) yield [textValue(name), null, null, null, null, null, textValue(reason)];
}
