import { type CsvRow, readCsv } from '../../shared/infra/csv';

const COLUMNS = {
  required: ['firstname', 'lastname', 'email'],
  accepted: ['firstname', 'lastname', 'email', 'department', 'hiredate'],
};
const HEADER = 'firstname,lastname,email,department';

async function read(file: string): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const row of readCsv(Buffer.from(file), COLUMNS).rows) rows.push(row);
  return rows;
}

describe('a file of 2 MB', () => {
  const MAX_BYTES = 2 * 1024 * 1024;
  test('is read whole', async () => {
    const lines: string[] = [HEADER];
    for (let size = HEADER.length + 1, row = 2; ; row++) {
      const line = `Nombre${row},"Apellido ""${row}"", Jr.",persona${row}@acme.example,"Dirección\n${row % 14}"`;
      size += Buffer.byteLength(line) + 1;
      if (size > MAX_BYTES) break;
      lines.push(line);
    }
    const rows = await read(lines.join('\n'));
    expect(rows).toHaveLength(lines.length - 1);
    expect(rows.length).toBeGreaterThan(20_000);
    const wrong = rows.filter(
      ({ row, cells, problem }, index) =>
        problem !== undefined ||
        row !== index + 2 ||
        cells['firstname'] !== `Nombre${row}` ||
        cells['lastname'] !== `Apellido "${row}", Jr.` ||
        cells['email'] !== `persona${row}@acme.example` ||
        cells['department'] !== `Dirección\n${row % 14}`,
    );
    expect(wrong).toEqual([]);
  });

  // Each would take minutes if the reading were quadratic, and the test would run into its time limit.
  test.each<[string, (bytes: number) => string, number]>([
    ['an unclosed quote in each row', (bytes) => 'A,B,"c\n'.repeat(bytes / 7), 299_593],
    ['one unclosed quote before doubled quotes', (bytes) => 'A,B,"c\n' + 'D,E,""\n'.repeat(bytes / 7), 299_594],
    ['only quotes', (bytes) => '"'.repeat(bytes), 1],
    ['only separators', (bytes) => ','.repeat(bytes), 0],
    ['only line ends', (bytes) => '\n'.repeat(bytes), 0],
    ['only spaces', (bytes) => ' '.repeat(bytes), 0],
    ['one cell of spaces and a letter', (bytes) => `"${' '.repeat(bytes)}x"`, 1],
  ])('hostile: %s', async (_name, body, rows) => {
    expect((await read(`${HEADER}\n${body(MAX_BYTES)}`)).length).toBe(rows);
  });
});
