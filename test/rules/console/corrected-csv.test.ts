import { correctedCsv, rowsWith, samplesOf, withHeadings } from '../../../console/imports/corrected-csv';
import { type CsvRow, readCsv } from '../../../shared/infra/csv';

// Cells are corrected and rows taken out before anything is written.

const COLUMNS = { required: ['email'], accepted: ['email', 'firstname'] };

async function rowsOf(text: string): Promise<Pick<CsvRow, 'row' | 'written'>[]> {
  const rows: Pick<CsvRow, 'row' | 'written'>[] = [];
  for await (const { row, written } of readCsv(Buffer.from(text), COLUMNS).rows) rows.push({ row, written });
  return rows;
}

test.each([',', ';', '\t'])(
  'rows keep their numbers and what is not corrected stays as it is, with %j',
  async (separator) => {
    const line = (...cells: string[]): string => cells.join(separator);
    const lines = [
      line('First name', 'Email', 'Notes'),
      line('Ana', 'bad', '"two\r\nlines"'),
      '',
      line('Eva', 'eva@x.example', '"a ""quote"""'),
      line('Leo', '"never closed', ''),
      line('Max', 'max@x.example', ' 1.5 '),
    ];
    const corrections = new Map([
      [2, ['Ana', 'ana@x.example', 'a "b"; c, d']],
      [4, null],
      [5, ['Leo', 'leo@x.example', '']],
    ]);
    const corrected = correctedCsv(lines.join('\r\n'), 3, corrections);
    expect(await rowsOf(corrected)).toEqual([
      { row: 2, written: ['Ana', 'ana@x.example', 'a "b"; c, d'] },
      { row: 5, written: ['Leo', 'leo@x.example', ''] },
      { row: 6, written: ['Max', 'max@x.example', '1.5 '] },
    ]);
    expect(corrected.endsWith(`\r\n${line('Max', 'max@x.example', ' 1.5 ')}`)).toBe(true);
  },
);

test('a file without changes is the same text', () => {
  const text = 'email,firstname\nana@x.example,"An""a"\n\n';
  expect(correctedCsv(text, 2, new Map())).toBe(text);
});

test('the rows with a text in a column are found, without headings, and without rows that are broken or too wide', () => {
  const lines = [
    'Name;Team',
    'Ana;Team',
    '"Eva";"Team "',
    'Leo;Teams',
    '',
    'Max;Team;surplus',
    'Kim;Team;"open',
    'Team',
  ];
  expect(rowsWith(lines.join('\n'), 2, { at: 1, cell: 'Team' })).toEqual(
    new Map([
      [2, ['Ana', 'Team']],
      [3, ['Eva', 'Team ']],
    ]),
  );
});

test('headings are replaced in the header row', () => {
  expect(withHeadings('\n"First; name";Mail\nAna;ana@x.example', ['firstname', 'email'])).toBe(
    '\n"firstname";"email"\nAna;ana@x.example',
  );
});

test('a column is shown by its first three texts, each once', () => {
  const lines = ['Email;Team;Notes', 'a@x.example;Ops;', 'b@x.example;Ops; ', 'c@x.example;Sales;', 'd@x.example;Law;'];
  expect(samplesOf(lines.join('\n'), 3)).toEqual([
    ['a@x.example', 'b@x.example', 'c@x.example'],
    ['Ops', 'Sales', 'Law'],
    [],
  ]);
});
