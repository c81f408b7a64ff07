import fc from 'fast-check';
import { CsvError, type CsvRow, readCsv } from '../../shared/infra/csv';
import type { Refusal } from '../../shared/kernel/refusals/refusal';

const COLUMNS = {
  required: ['firstname', 'lastname', 'email'],
  accepted: ['firstname', 'lastname', 'email', 'department', 'hiredate'],
};
const HEADER = 'firstname,lastname,email,department';

async function read(file: string | Buffer, columns = COLUMNS): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const row of readCsv(Buffer.from(file), columns).rows) rows.push(row);
  return rows;
}

/** Row number, then the cells in the order of the file's columns. */
async function table(file: string | Buffer): Promise<(string | number)[][]> {
  return (await read(file)).map(({ row, cells, problem }) => [row, ...(problem ? ['!'] : []), ...Object.values(cells)]);
}

function utf16(text: string, endian: 'le' | 'be', mark: boolean): Buffer {
  const bytes = Buffer.from((mark ? '\uFEFF' : '') + text, 'utf16le');
  return endian === 'le' ? bytes : bytes.swap16();
}

const SPANISH = `${HEADER}\nMaría,Núñez,maria@acme.es,Dirección\n`;
const ENCODINGS: Record<string, (text: string) => Buffer> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a mark': (text) => Buffer.from('\uFEFF' + text),
  'UTF-16 LE with a mark': (text) => utf16(text, 'le', true),
  'UTF-16 BE with a mark': (text) => utf16(text, 'be', true),
  'UTF-16 LE without a mark': (text) => utf16(text, 'le', false),
  'UTF-16 BE without a mark': (text) => utf16(text, 'be', false),
  'Windows-1252': (text) => Buffer.from(text, 'latin1'),
};

describe('encodings', () => {
  test.each(Object.entries(ENCODINGS))('%s', async (_name, encode) => {
    expect(await table(encode(SPANISH))).toEqual([[2, 'María', 'Núñez', 'maria@acme.es', 'Dirección']]);
  });

  test('Windows-1252 has characters that Latin-1 lacks', async () => {
    const file = Buffer.concat([
      Buffer.from(`${HEADER}\nZo`),
      Buffer.from([0x80, 0x8a, 0x9c, 0x9f, 0xeb]),
      Buffer.from(',B,c@d.e,x'),
    ]);
    expect(await table(file)).toEqual([[2, 'Zo€ŠœŸë', 'B', 'c@d.e', 'x']]);
  });
});

describe('header row', () => {
  const row = 'Ana,Gil,ana@acme.es,IT';
  test.each([
    ['any case', 'FirstName,LASTNAME,eMail,Department'],
    ['spaces around and inside', ' First Name , Last  Name ,E mail, Department '],
    ['underscores and hyphens', 'first_name,last-name,email,department'],
    ['quoted', '"firstname","last name","email","department"'],
  ])('%s', async (_name, header) => {
    expect(await table(`${header}\n${row}`)).toEqual([[2, 'Ana', 'Gil', 'ana@acme.es', 'IT']]);
  });

  test.each([
    [
      'any order, unknown columns ignored',
      'phone,email,constructor,lastname,__proto__,firstname\n1,a@b.c,x,Gil,y,Ana',
      { email: 'a@b.c', lastname: 'Gil', firstname: 'Ana' },
    ],
    [
      'unnamed columns are ignored',
      'firstname,lastname,email,,\nAna,Gil,a@b.c,note,',
      { firstname: 'Ana', lastname: 'Gil', email: 'a@b.c' },
    ],
    [
      'an unknown column may appear twice',
      'x,firstname,x,lastname,email\n1,Ana,2,Gil,a@b.c',
      { firstname: 'Ana', lastname: 'Gil', email: 'a@b.c' },
    ],
  ])('%s', async (_name, file, cells) => {
    const rows = await read(file);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.problem).toBeUndefined();
    expect({ ...rows[0]?.cells }).toEqual(cells);
    expect(Object.getPrototypeOf(rows[0]?.cells)).toBeNull();
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  test.each(['sep=,\r\n', 'sep=,\n', '"sep=,"\r\n'])(
    'a line %j before it tells the separator and counts',
    async (hint) => {
      expect(await table(`${hint}${HEADER}\n${row}`)).toEqual([[3, 'Ana', 'Gil', 'ana@acme.es', 'IT']]);
    },
  );

  test('ignored columns hold whatever they hold', async () => {
    const [only] = await read('firstname,note,lastname,email\nAna,a\u000bb\u0007,Gil,a@b.c');
    expect(only?.problem).toBeUndefined();
    expect({ ...only?.cells }).toEqual({ firstname: 'Ana', lastname: 'Gil', email: 'a@b.c' });
  });

  test('blank lines before the header row count', async () => {
    expect(await table(`\n\n${HEADER}\n${row}`)).toEqual([[4, 'Ana', 'Gil', 'ana@acme.es', 'IT']]);
  });
});

describe('file errors', () => {
  test.each<[string, string | Buffer, RegExp]>([
    ['no bytes', '', /is empty/],
    ['only a mark', '\uFEFF', /is empty/],
    ['only blank lines', '\r\n \n\n', /is empty/],
    ['a workbook', Buffer.from('504b030414000600', 'hex'), /Excel workbook/],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old Excel workbook/],
    ['a PDF', '%PDF-1.7\n1 0 obj', /PDF, not a CSV file/],
    ['a PNG', Buffer.from('89504e470d0a1a0a', 'hex'), /an image/],
    ['a JPEG', Buffer.from('ffd8ffe000104a46', 'hex'), /an image/],
    ['gzip', Buffer.from('1f8b08000000', 'hex'), /archive/],
    ['zero bytes in text', `${HEADER}\nA\0na,Gil,a@b.c,`, /binary data/],
    ['UTF-16 of odd length', Buffer.concat([utf16(SPANISH, 'le', true), Buffer.from('x')]), /damaged/],
    [
      'a UTF-8 mark before other bytes',
      Buffer.concat([Buffer.from('\uFEFF'), Buffer.from('María', 'latin1')]),
      /damaged/,
    ],
    ['random bytes', Buffer.from([200, 1, 7, 255, 129, 13, 66, 3]), /lacks the required columns/],
    ['missing columns are all named', 'firstname,department\nAna,IT', /lacks the required columns: lastname, email\./],
    ['a header row of something else', '<html><body>no</body></html>', /firstname, lastname, email/],
    ['a column twice', `${HEADER},Email\nA,B,c@d.e,x,f@g.h`, /"email" appears more than once/],
    ['a header row with an open quote', 'firstname,lastname,"email\nAna,Gil,a@b.c', /header row/],
  ])('%s', (_name, file, message) => {
    const thrown = (): unknown => readCsv(Buffer.from(file), COLUMNS);
    expect(thrown).toThrow(CsvError);
    expect(thrown).toThrow(message);
  });

  test('any number of rows', async () => {
    const rows = (count: number): string => 'code\n' + 'x\n'.repeat(count);
    expect(await read(rows(100_001), { required: ['code'], accepted: ['code'] })).toHaveLength(100_001);
  });
});

describe('rows', () => {
  test.each<[string, string, (string | number)[][]]>([
    [
      'LF',
      `${HEADER}\nA,B,c,d\nE,F,g,h\n`,
      [
        [2, 'A', 'B', 'c', 'd'],
        [3, 'E', 'F', 'g', 'h'],
      ],
    ],
    [
      'CRLF',
      `${HEADER}\r\nA,B,c,d\r\nE,F,g,h\r\n`,
      [
        [2, 'A', 'B', 'c', 'd'],
        [3, 'E', 'F', 'g', 'h'],
      ],
    ],
    [
      'CR only',
      `${HEADER}\rA,B,c,d\rE,F,g,h`,
      [
        [2, 'A', 'B', 'c', 'd'],
        [3, 'E', 'F', 'g', 'h'],
      ],
    ],
    [
      'mixed line ends',
      `${HEADER}\r\nA,B,c,d\rE,F,g,h\nI,J,k,l`,
      [
        [2, 'A', 'B', 'c', 'd'],
        [3, 'E', 'F', 'g', 'h'],
        [4, 'I', 'J', 'k', 'l'],
      ],
    ],
    ['header row only', HEADER, []],
    ['semicolons', 'firstname;lastname;email;department\nA;B, C;d@e.f;g', [[2, 'A', 'B, C', 'd@e.f', 'g']]],
    ['tabs', 'firstname\tlastname\temail\tdepartment\nA\tB, C; D\td@e.f\t', [[2, 'A', 'B, C; D', 'd@e.f', '']]],
    [
      'blank lines count but are left out',
      `${HEADER}\n\nA,B,c,d\n \n,,,\n"","",,\nE,F,g,h\n\n`,
      [
        [3, 'A', 'B', 'c', 'd'],
        [7, 'E', 'F', 'g', 'h'],
      ],
    ],
    ['separators in quotes', `${HEADER}\n"A,B;C\tD",E,f,g`, [[2, 'A,B;C\tD', 'E', 'f', 'g']]],
    [
      'doubled quotes',
      `${HEADER}\n"María ""Mía"" O'Connor, Jr.",E,f,""""`,
      [[2, 'María "Mía" O\'Connor, Jr.', 'E', 'f', '"']],
    ],
    [
      'line breaks in quotes are not rows',
      `${HEADER}\n"A\nB","C\r\nD",e,f\nG,H,i,j`,
      [
        [2, 'A\nB', 'C\r\nD', 'e', 'f'],
        [3, 'G', 'H', 'i', 'j'],
      ],
    ],
    [
      'blank line in quotes',
      `${HEADER}\nA,B,c,"d\n\ne"\nG,H,i,j`,
      [
        [2, 'A', 'B', 'c', 'd\n\ne'],
        [3, 'G', 'H', 'i', 'j'],
      ],
    ],
    ['spaces around quoted cells', `${HEADER}\n "A, B" , "C" ,d,e`, [[2, 'A, B', 'C', 'd', 'e']]],
    ['cells are trimmed', `${HEADER}\n  A ,\u00a0B\u00a0," c ",\td`, [[2, 'A', 'B', 'c', 'd']]],
    [
      'quotes inside unquoted cells are characters',
      `${HEADER}\nAna "Nita" Gil,5" disk,c,d"\nE,F,g,h`,
      [
        [2, 'Ana "Nita" Gil', '5" disk', 'c', 'd"'],
        [3, 'E', 'F', 'g', 'h'],
      ],
    ],
    [
      'short rows have empty cells',
      `${HEADER}\nA,B\nC`,
      [
        [2, 'A', 'B', '', ''],
        [3, 'C', '', '', ''],
      ],
    ],
    ['separators at the end', `${HEADER}\nA,B,c,d,,,\n`, [[2, 'A', 'B', 'c', 'd']]],
    [
      'too many cells',
      `${HEADER}\nA,B,c,d,e\nF,G,h,i`,
      [
        [2, '!', 'A', 'B', 'c', 'd'],
        [3, 'F', 'G', 'h', 'i'],
      ],
    ],
    [
      'control characters',
      `${HEADER}\nA\u0002,B,c,d\nF,G,h,i`,
      [
        [2, '!', 'A\u0002', 'B', 'c', 'd'],
        [3, 'F', 'G', 'h', 'i'],
      ],
    ],
    [
      'dangerous names as cells',
      `${HEADER}\n__proto__,constructor,toString,prototype`,
      [[2, '__proto__', 'constructor', 'toString', 'prototype']],
    ],
  ])('%s', async (_name, file, expected) => {
    expect(await table(file)).toEqual(expected);
  });
});

describe('quotes that are not closed properly', () => {
  const broken = 'A,B,"c,d';
  test.each<[string, string, (string | number)[][], RegExp]>([
    [
      'never closed',
      `${HEADER}\nA,B,c,d\n${broken}\nE,F,g,h\nI,J,k,l`,
      [
        [2, 'A', 'B', 'c', 'd'],
        [3, '!', 'A', 'B', '', ''],
        [4, 'E', 'F', 'g', 'h'],
        [5, 'I', 'J', 'k', 'l'],
      ],
      /not closed/,
    ],
    [
      'closed by a later quoted cell',
      `${HEADER}\n${broken}\nE,F,"g",h\nI,J,k,l`,
      [
        [2, '!', 'A', 'B', '', ''],
        [3, 'E', 'F', 'g', 'h'],
        [4, 'I', 'J', 'k', 'l'],
      ],
      /not closed/,
    ],
    [
      'in the last row',
      `${HEADER}\nE,F,g,h\nA,B,c,"`,
      [
        [2, 'E', 'F', 'g', 'h'],
        [3, '!', 'A', 'B', 'c', ''],
      ],
      /not closed/,
    ],
    [
      'twice',
      `${HEADER}\n${broken}\n${broken}\nE,F,g,h`,
      [
        [2, '!', 'A', 'B', '', ''],
        [3, '!', 'A', 'B', '', ''],
        [4, 'E', 'F', 'g', 'h'],
      ],
      /not closed/,
    ],
    [
      'over doubled quotes',
      `${HEADER}\n${broken}\nE,F,"g ""h""",""\n`,
      [
        [2, '!', 'A', 'B', '', ''],
        [3, 'E', 'F', 'g "h"', ''],
      ],
      /not closed/,
    ],
    [
      'text after a closing quote',
      `${HEADER}\n"A" B,c,d,e\nE,F,g,h`,
      [
        [2, '!', '', '', '', ''],
        [3, 'E', 'F', 'g', 'h'],
      ],
      /follows the closing quote/,
    ],
  ])('%s: the row where it began has the problem, no other row is lost', async (_name, file, expected, problem) => {
    expect(await table(file)).toEqual(expected);
    const problems = (await read(file)).flatMap((row) => row.problem?.message ?? []);
    expect(problems.length).toBeGreaterThan(0);
    problems.forEach((text) => expect(text).toMatch(problem));
  });
});

describe('reading only a part', () => {
  test('a reader that stops early ends the reading', async () => {
    const { rows } = readCsv(Buffer.from(`${HEADER}\n${'A,B,c,d\n'.repeat(5000)}`), COLUMNS);
    for await (const { row } of rows) if (row === 3) break;
    expect(await rows.next()).toEqual({ done: true, value: undefined });
  });
});

describe('csv round trips', () => {
  const names = ['code', 'name', 'description', 'category'];
  const columns = { required: ['code', 'name'], accepted: names };
  const interesting = [
    '"',
    '""',
    ',',
    ';',
    '\t',
    '\n',
    '\r\n',
    '\r',
    ' ',
    "'",
    'a',
    'é',
    'ñ',
    'ÿ',
    '€',
    '=1+1',
    '中',
    '🙂',
    '__proto__',
  ];
  const cell = (alphabet: string[]): fc.Arbitrary<string> =>
    fc.array(fc.constantFrom(...alphabet), { maxLength: 8 }).map((parts) => parts.join('').trim());
  const rows = (alphabet: string[]): fc.Arbitrary<string[][]> =>
    fc.array(fc.array(cell(alphabet), { minLength: names.length, maxLength: names.length }), { maxLength: 12 });
  const writing = {
    separator: fc.constantFrom(',', ';', '\t'),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    quoteAll: fc.boolean(),
    order: fc.shuffledSubarray(names, { minLength: names.length, maxLength: names.length }),
    endWithLineEnd: fc.boolean(),
  };
  type Style = { separator: string; lineEnd: string; quoteAll: boolean; order: string[]; endWithLineEnd: boolean };

  function write(values: string[][], { separator, lineEnd, quoteAll, order, endWithLineEnd }: Style): string {
    const quote = (value: string): string =>
      quoteAll || /[",;\t\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
    const records = [order, ...values.map((row) => order.map((name) => row[names.indexOf(name)] ?? ''))];
    return records.map((record) => record.map(quote).join(separator)).join(lineEnd) + (endWithLineEnd ? lineEnd : '');
  }

  async function readBack(file: Buffer): Promise<{ row: number; values: (string | undefined)[]; problem?: Refusal }[]> {
    return (await read(file, columns)).map(({ row, cells, problem }) => ({
      row,
      values: names.map((name) => cells[name]),
      problem,
    }));
  }

  const expectedOf = (values: string[][]): unknown =>
    values
      .map((row, index) => ({ row: index + 2, values: row, problem: undefined }))
      .filter(({ values: row }) => row.some((value) => value !== ''));

  test.each(Object.entries(ENCODINGS))('what is written as %s is read back', async (name, encode) => {
    const latin = interesting.filter((part) => /^[\0-\xff]*$/.test(part));
    await fc.assert(
      fc.asyncProperty(
        rows(name === 'Windows-1252' ? latin : interesting),
        fc.record(writing),
        async (values, style) => {
          expect(await readBack(encode(write(values, style)))).toEqual(expectedOf(values));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('whatever the text is, it is read or refused, and rows only go forward', async () => {
    const text = cell([...interesting, ',', ',', '\n', '\n', '"', '"', 'x']);
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 20 }), async (parts) => {
        const body = parts.join('\n');
        const found = (await read(`code,name\n${body}`, columns)).map(({ row }) => row);
        expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
        const lines = body.split(/\r\n|\r|\n/).length;
        found.forEach((row) => expect(row).toBeLessThanOrEqual(lines + 1));
      }),
      { numRuns: 200 },
    );
  });
});
