import { type NineBox, type NineBoxData } from '../../../worker/render/nine-box.data';
import { writeNineBoxWorkbook } from '../../../worker/render/nine-box.xlsx';
import { bytesOf, partsOf, readWorkbook, stringCells } from './workbook.probe';

const LABELS = [
  'Riesgo',
  'Efectivo',
  'Profesional confiable',
  'Dilema',
  'Empleado clave',
  'Alto desempeño',
  'Talento en riesgo',
  'Alto potencial',
  'Estrella',
];
const LEVELS = ['Low', 'Medium', 'High'] as const;

/** Nine boxes with so many employees each. */
function boxes(counts: number[]): NineBox[] {
  return LABELS.map((label, box) => ({
    box,
    label,
    employees: Array.from({ length: counts[box] ?? 0 }, (_, i) => ({
      name: `${label} ${i + 1}`,
      performanceScore: 1 + (box % 3) * 1.5,
      potentialScore: 1 + Math.floor(box / 3) * 1.5,
      potentialLevel: LEVELS[Math.floor(box / 3)]!,
    })),
  }));
}

const nineBox = (over: Partial<NineBoxData> = {}): NineBoxData => ({
  cycle: { name: 'Annual review 2026' },
  generatedAt: new Date('2026-03-02T09:30:00Z'),
  boxes: boxes([1, 2, 3, 0, 5, 1, 1, 1, 2]),
  unplaced: [{ name: 'Pedro', reason: 'No effective score' }],
  ...over,
});

const write = (data: NineBoxData) => bytesOf((destination) => writeNineBoxWorkbook(data, destination));
const bookOf = async (data: NineBoxData) => readWorkbook(await write(data));
const FIRST_COLUMNS = [2, 6, 10];

describe('the nine-box workbook', () => {
  test('a 3x3 grid, potential rising upwards, performance to the right, each quadrant labeled and colored', async () => {
    const sheet = (await bookOf(nineBox())).getWorksheet('Nine-Box')!;
    const labels = nineBox().boxes.map(({ label }) => label);
    const headings: [number, number, string, unknown][] = [];
    sheet.eachRow((row, number) =>
      FIRST_COLUMNS.forEach((column) => {
        const value = row.getCell(column).value;
        if (typeof value === 'string' && labels.includes(value))
          headings.push([number, column, value, row.getCell(column + 2).value]);
      }),
    );
    expect(headings.map(([, column, value, count]) => [column, value, count])).toEqual([
      [2, 'Talento en riesgo', 1],
      [6, 'Alto potencial', 1],
      [10, 'Estrella', 2],
      [2, 'Dilema', 0],
      [6, 'Empleado clave', 5],
      [10, 'Alto desempeño', 1],
      [2, 'Riesgo', 1],
      [6, 'Efectivo', 2],
      [10, 'Profesional confiable', 3],
    ]);
    const bands = [...new Set(headings.map(([row]) => row))];
    expect(bands.map((row) => sheet.getCell(row, 1).value)).toEqual([
      'High potential',
      'Medium potential',
      'Low potential',
    ]);
    expect(FIRST_COLUMNS.map((column) => sheet.getCell(4, column).value)).toEqual([
      'Low performance',
      'Medium performance',
      'High performance',
    ]);
    for (const [row, column] of headings) {
      for (const cell of [
        sheet.getCell(row, column),
        sheet.getCell(row + 2, column),
        sheet.getCell(row + 2, column + 2),
      ]) {
        expect(cell.fill).toMatchObject({
          type: 'pattern',
          pattern: 'solid',
          fgColor: { argb: expect.stringMatching(/^FF/) },
        });
      }
      expect(sheet.getCell(row, column + 1).master.address).toBe(sheet.getCell(row, column).address);
    }
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', xSplit: 1, ySplit: 4 });
  });

  test('employees are in their quadrant with average score and potential level', async () => {
    const sheet = (await bookOf(nineBox())).getWorksheet('Nine-Box')!;
    const found: unknown[] = [];
    sheet.eachRow((row) => {
      const name = row.getCell(10).value;
      if (typeof name === 'string' && name.startsWith('Estrella ')) {
        found.push([name, row.getCell(11).value, row.getCell(11).numFmt, row.getCell(12).value]);
      }
    });
    expect(found).toEqual([
      ['Estrella 1', 4, '0.00', 'High'],
      ['Estrella 2', 4, '0.00', 'High'],
    ]);
  });

  test('everyone is on the filterable list, the unplaced with their reasons', async () => {
    const sheet = (await bookOf(nineBox())).getWorksheet('Employees')!;
    expect(sheet.rowCount).toBe(1 + 16 + 1);
    expect(sheet.autoFilter).toBe('A1:G18');
    expect(Array.from(sheet.getRow(2).values as unknown[]).slice(1)).toEqual([
      'Estrella 1',
      4,
      4,
      'High',
      8,
      'Estrella',
    ]);
    expect([1, 2, 5, 7].map((column) => sheet.getCell(18, column).value)).toEqual([
      'Pedro',
      null,
      null,
      'No effective score',
    ]);
  });

  test('500 employees in one quadrant: a line each, and the lines beyond the first can be folded', async () => {
    const workbook = await bookOf(nineBox({ boxes: boxes([0, 0, 0, 0, 500, 3, 0, 0, 0]) }));
    const sheet = workbook.getWorksheet('Nine-Box')!;
    const names: string[] = [];
    sheet.eachRow((row) => {
      const name = row.getCell(6).value;
      if (typeof name === 'string' && /^Empleado clave \d+$/.test(name)) names.push(name);
    });
    expect(names).toEqual(Array.from({ length: 500 }, (_, i) => `Empleado clave ${i + 1}`));
    const folds = Array.from({ length: sheet.rowCount }, (_, i) => sheet.getRow(i + 1).outlineLevel ?? 0);
    expect(folds.filter((level) => level === 1)).toHaveLength(475);
    expect(workbook.getWorksheet('Employees')!.rowCount).toBe(505);
  });

  test.each([
    ['nobody', nineBox({ boxes: boxes([]), unplaced: [] }), 'No one in this selection can be placed yet.'],
    [
      'no closed cycle',
      nineBox({ cycle: null, boxes: boxes([]), note: 'There is no closed cycle.' }),
      'There is no closed cycle.',
    ],
    ['no boxes at all', nineBox({ boxes: [], locale: 'es' }), 'Aún no se puede ubicar a nadie de esta selección.'],
  ])('without data the grid is empty and a note says why: %s', async (_name, data, note) => {
    const workbook = await bookOf(data);
    const column: unknown[] = workbook.getWorksheet('Nine-Box')!.getColumn(1).values as unknown[];
    expect(column).toContain(note);
    expect(workbook.getWorksheet('Employees')!.rowCount).toBe(1 + data.unplaced.length);
  });

  test('filters are named in the header', async () => {
    const sheet = (await bookOf(nineBox({ department: 'Platform', jobProfile: 'Engineer' }))).getWorksheet('Nine-Box')!;
    expect([2, 3, 4].map((row) => sheet.getCell(row, 2).value)).toEqual(['Annual review 2026', 'Platform', 'Engineer']);
  });

  test('reliability "Formula injection": every text is a quote-prefixed string cell, no cell a formula', async () => {
    const name = '=HYPERLINK("http://x";"y")';
    const hostile = boxes([1]).map((box) => ({
      ...box,
      label: name,
      employees: box.employees.map((employee) => ({ ...employee, name })),
    }));
    const bytes = await write(
      nineBox({ cycle: { name }, department: name, boxes: hostile, unplaced: [{ name, reason: name }], note: name }),
    );
    const parts = partsOf(bytes);
    for (const sheet of [1, 2]) {
      expect(parts.get(`xl/worksheets/sheet${sheet}.xml`)).not.toContain('<f');
      const cells = stringCells(parts, sheet);
      expect(cells.filter(({ text }) => text.startsWith('=')).length).toBeGreaterThan(3);
      expect(cells.filter(({ quoted }) => !quoted)).toEqual([]);
    }
    const list = (await readWorkbook(bytes)).getWorksheet('Employees')!;
    expect([list.getCell('A2').value, list.getCell('F2').value, list.getCell('G3').value]).toEqual([name, name, name]);
  });
});
