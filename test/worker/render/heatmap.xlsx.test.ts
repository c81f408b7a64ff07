import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Fill } from 'exceljs';
import { type HeatmapData, type HeatmapRow } from '../../../worker/render/heatmap.data';
import { writeHeatmapWorkbook } from '../../../worker/render/heatmap.xlsx';
import { bytesOf, partsOf, readWorkbook, stringCells } from './workbook.probe';

const row = (over: Partial<HeatmapRow> = {}): HeatmapRow => ({
  requirement: 'Communication',
  isCritical: false,
  averageGap: 1.256,
  affected: 3,
  percent: 37.5,
  cells: [0, 1, 2, 3, 4, null],
  ...over,
});

const heatmap = (over: Partial<HeatmapData> = {}): HeatmapData => ({
  cycle: { name: 'Annual review 2026' },
  generatedAt: new Date('2026-03-02T09:30:00Z'),
  subjects: ['Ana', 'Luis', 'Sofía', 'Mateo', 'Camila', 'Diego'].map((name) => ({ id: name, name })),
  rows: [row()],
  ...over,
});

const write = (data: HeatmapData) => bytesOf((destination) => writeHeatmapWorkbook(data, destination));
const sheetOf = async (data: HeatmapData) => (await readWorkbook(await write(data))).worksheets[0]!;
const color = (fill: Fill | undefined) => (fill?.type === 'pattern' ? fill.fgColor?.argb : undefined);

describe('the heatmap workbook', () => {
  test('a share is written as people would write it: 6 of 19 is 0.3158', async () => {
    const sheet = await sheetOf(heatmap({ rows: [row({ percent: 600 / 19 }), row({ percent: 31.58 })] }));
    const shares = [0, 1].map((at) => sheet.getRow(sheet.rowCount - at).getCell(4).value);
    expect(shares).toEqual([0.3158, 0.3158]);
  });

  test('one sheet named Heatmap: header block, column row, one row per requirement', async () => {
    const workbook = await readWorkbook(
      await write(heatmap({ rows: [row(), row({ requirement: 'Ownership', cells: [4, 0, 0, 0, 0, 0] })] })),
    );
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Heatmap']);
    const values = workbook.worksheets[0]!.getSheetValues().map((line) =>
      Array.isArray(line) ? Array.from(line).slice(1) : [],
    );
    expect(values.slice(1)).toEqual([
      ['Gap heatmap'],
      ['Cycle', 'Annual review 2026'],
      ['Generated', '2026-03-02 09:30 UTC'],
      ['Gap level (critical requirements in bold)', 0, 1, 2, 3],
      ['Requirement', 'Average gap', 'Affected', '% of total', 'Ana', 'Luis', 'Sofía', 'Mateo', 'Camila', 'Diego'],
      ['Communication', 1.256, 3, 0.375, 0, 1, 2, 3, 4],
      ['Ownership', 1.256, 3, 0.375, 4, 0, 0, 0, 0, 0],
    ]);
  });

  test('department and job profile are named when filtered', async () => {
    const sheet = await sheetOf(heatmap({ department: 'Platform', jobProfile: 'Engineer' }));
    expect([3, 4].map((line) => [sheet.getCell(line, 1).value, sheet.getCell(line, 2).value])).toEqual([
      ['Department', 'Platform'],
      ['Job profile', 'Engineer'],
    ]);
  });

  test('0 is green, 1 yellow, 2 orange, 3 and more red, no data nothing', async () => {
    const sheet = await sheetOf(heatmap());
    const colors = [5, 6, 7, 8, 9, 10].map((column) => color(sheet.getCell(6, column).fill));
    expect(colors).toEqual(['FF8CCB8F', 'FFFFE579', 'FFF9AE5B', 'FFEB6B60', 'FFEB6B60', undefined]);
    expect([2, 3, 4, 5].map((column) => color(sheet.getCell(4, column).fill))).toEqual(colors.slice(0, 4)); // the legend
  });

  test('numbers have formats, critical requirements are bold, headings are turned and stay in sight', async () => {
    const sheet = await sheetOf(heatmap({ rows: [row({ isCritical: true })] }));
    expect([2, 3, 4, 5].map((column) => sheet.getCell(6, column).numFmt)).toEqual(['0.00', '#,##0', '0.0%', '0']);
    expect(sheet.getCell(6, 1).font.bold).toBe(true);
    expect(sheet.getCell(5, 5).alignment.textRotation).toBe(90);
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', xSplit: 4, ySplit: 5 });
    expect(sheet.getColumn(1).width).toBeGreaterThan(30);
  });

  test('without data the header block and a note', async () => {
    const empty = await sheetOf(heatmap({ subjects: [], rows: [] }));
    expect(empty.getCell('B2').value).toBe('Annual review 2026');
    expect(empty.getCell('A6').value).toBe('There is no gap data for this selection.');
    const explained = await sheetOf(heatmap({ rows: [], note: 'The cycle is not closed yet.', locale: 'es' }));
    expect(explained.getCell('A4').value).toBe('The cycle is not closed yet.');
    expect(explained.rowCount).toBe(6);
  });

  test('averages without data are empty cells', async () => {
    const sheet = await sheetOf(heatmap({ rows: [row({ averageGap: null, percent: null, affected: 0, cells: [] })] }));
    expect([2, 3, 4, 5].map((column) => sheet.getCell(6, column).value)).toEqual([null, 0, null, null]);
  });

  test('rows may come from an asynchronous source, one at a time', async () => {
    async function* rows() {
      for (const requirement of ['One', 'Two', 'Three']) {
        await nextTurn();
        yield row({ requirement });
      }
    }
    const sheet = await sheetOf(heatmap({ rows: rows() }));
    expect([6, 7, 8].map((line) => sheet.getCell(line, 1).value)).toEqual(['One', 'Two', 'Three']);
  });

  test('more subjects than a sheet has columns: the file says what is missing', async () => {
    const subjects = Array.from({ length: 16_500 }, (_, i) => ({ id: String(i), name: `S${i}` }));
    const sheet = await sheetOf(heatmap({ subjects, rows: [row({ cells: subjects.map(() => 1) })] }));
    expect(sheet.columnCount).toBe(16_384);
    expect(sheet.getCell('A4').value).toContain('16380 of the 16500 subjects');
  });

  test('the workbook opens: 2,000 subjects and 60 requirements', async () => {
    const subjects = Array.from({ length: 2_000 }, (_, i) => ({ id: String(i), name: `Subject ${i}` }));
    const rows = Array.from({ length: 60 }, (_, i) =>
      row({ requirement: `R${i}`, cells: subjects.map((_s, j) => (i + j) % 5) }),
    );
    const sheet = await sheetOf(heatmap({ subjects, rows }));
    expect(sheet.rowCount).toBe(65);
    expect(sheet.getCell(65, 2_004).value).toBe((59 + 1_999) % 5);
  });
});

describe('reliability "Formula injection": texts stay texts', () => {
  const hostile = [
    '=1+1',
    '+1',
    '-1',
    '@cmd',
    '\tTAB',
    '\rCR',
    "=cmd|'/c calc'!A1",
    '=HYPERLINK("http://x";"y")',
    "'quoted",
    '<b>&amp;"',
  ];

  test.each(hostile)('%j is the text of a quote-prefixed string cell everywhere', async (text) => {
    const data = heatmap({
      cycle: { name: text },
      department: text,
      jobProfile: text,
      subjects: [{ id: '1', name: text }],
      rows: [row({ requirement: text, cells: [1] })],
      note: text,
    });
    const bytes = await write(data);
    const sheet = (await readWorkbook(bytes)).worksheets[0]!;
    // cycle, department, job profile, note, subject, requirement
    expect(['B2', 'B3', 'B4', 'A6', 'E8', 'A9'].map((address) => sheet.getCell(address).value)).toEqual(
      Array(6).fill(text),
    );
    const parts = partsOf(bytes);
    expect(parts.get('xl/worksheets/sheet1.xml')).not.toContain('<f');
    const cells = stringCells(parts);
    expect(cells.length).toBeGreaterThan(10);
    expect(cells.filter(({ quoted }) => !quoted)).toEqual([]);
  });

  test('numbers carry no quote prefix', async () => {
    const parts = partsOf(await write(heatmap()));
    const xfs = [.../<cellXfs.*<\/cellXfs>/s.exec(parts.get('xl/styles.xml')!)![0].matchAll(/<xf [^>]*>/g)].map(
      ([xf]) => xf,
    );
    const numbers = [...parts.get('xl/worksheets/sheet1.xml')!.matchAll(/<c r="\w+" s="(\d+)"><v>/g)];
    expect(numbers.length).toBeGreaterThan(8);
    for (const [, style] of numbers) expect(xfs[Number(style)]).not.toContain('quotePrefix');
  });
});

describe('faults while writing', () => {
  test('a destination that fails stops the rows and rejects with its error', async () => {
    let taken = 0;
    function* rows() {
      for (; taken < 100_000; taken++) yield row();
    }
    const full = new Writable({
      write: (_chunk, _encoding, done) => done(new Error('ENOSPC: no space left on device')),
    });
    await expect(writeHeatmapWorkbook(heatmap({ rows: rows() }), full)).rejects.toThrow('ENOSPC');
    expect(taken).toBeLessThan(100_000);
  });

  test('a destination that takes nothing holds the rows up until it is gone', async () => {
    let taken = 0;
    function* rows() {
      // Differing texts, so that compression does not hide the amount.
      for (; taken < 100_000; taken++)
        yield row({
          requirement: Array.from({ length: 50 }, (_, i) => (taken * 7919 + i * 104_729) % 99_991).join(' '),
        });
    }
    const stalled = new Writable({ write: () => undefined });
    const written = writeHeatmapWorkbook(heatmap({ rows: rows() }), stalled);
    const outcome = written.catch((error: Error) => error.message);
    for (let before = -1, still = 0; still < 1_000; still = taken === before ? still + 1 : 0, before = taken)
      await nextTurn();
    expect(taken).toBeLessThan(100_000);
    stalled.destroy(new Error('the client has gone'));
    expect(await outcome).toBe('the client has gone');
  });

  test('rows that fail destroy the destination with their error', async () => {
    async function* rows() {
      yield row();
      throw new Error('the cursor died');
    }
    const destination = new Writable({ write: (_chunk, _encoding, done) => done() });
    await expect(writeHeatmapWorkbook(heatmap({ rows: rows() }), destination)).rejects.toThrow('the cursor died');
    expect(destination.destroyed).toBe(true);
    expect(destination.writableFinished).toBe(false);
  });
});
