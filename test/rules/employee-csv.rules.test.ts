import type { RowCheck } from '../../shared/kernel/csv-cells.rules';
import { type CsvDateFormat, parseCsvDate } from '../../shared/kernel/csv-dates.rules';
import { checkEmployeeRow } from '../../shared/people/employee-csv.rules';

const ROW = { firstname: 'Ana', lastname: 'Gil', email: 'ana@acme.es' };
const iso = { dateFormat: 'iso' } as const;

/** What is wrong with a row, as its report says it; null when nothing is. */
const problemsOf = (check: RowCheck<unknown>): string | null =>
  check.ok ? null : check.problems.map(({ message }) => message).join('; ');

describe('a valid employee row', () => {
  test('with every column', () => {
    const cells = {
      firstname: ' María  José ',
      lastname: 'Núñez\nGil',
      email: ' Maria.Jose@ACME.es ',
      employeecode: 'E-001',
      department: 'Dirección',
      manager: 'luis@acme.es',
      jobprofile: 'Head of Sales',
      hiredate: '2024-02-29',
    };
    expect(checkEmployeeRow(cells, iso)).toEqual({
      ok: true,
      value: {
        firstName: 'María José',
        lastName: 'Núñez Gil',
        email: 'maria.jose@acme.es',
        employeeCode: 'E-001',
        department: 'Dirección',
        manager: 'luis@acme.es',
        jobProfile: 'Head of Sales',
        hireDate: '2024-02-29',
      },
    });
  });

  test.each([
    ['absent', {}],
    ['empty', { employeecode: '', department: '', manager: '', jobprofile: '', hiredate: '' }],
    ['blank', { employeecode: ' ', department: ' ', manager: ' ', jobprofile: ' ', hiredate: ' ' }],
  ])('optional columns %s', (_name, optional) => {
    const none = { employeeCode: null, department: null, manager: null, jobProfile: null, hireDate: null };
    expect(checkEmployeeRow({ ...ROW, ...optional }, iso)).toEqual({
      ok: true,
      value: { firstName: 'Ana', lastName: 'Gil', email: 'ana@acme.es', ...none },
    });
  });

  test('accents written as two characters become one', () => {
    const row = checkEmployeeRow({ ...ROW, firstname: 'Mari\u0301a' }, iso);
    expect(row).toMatchObject({ ok: true, value: { firstName: 'Mar\u00eda' } });
  });

  test('rule 3: a department of any length is left to the lookup', () => {
    expect(checkEmployeeRow({ ...ROW, department: 'x'.repeat(5000) }, iso).ok).toBe(true);
  });
});

describe('rows that are errors', () => {
  test.each<[string, Record<string, string>, string]>([
    ['no first name', { firstname: ' ' }, 'firstname is missing'],
    ['no last name', { lastname: '' }, 'lastname is missing'],
    ['no email', { email: '' }, 'email is missing'],
    [
      'nothing at all',
      { firstname: '', lastname: '', email: '' },
      'firstname is missing; lastname is missing; email is missing',
    ],
    ['first name of 101', { firstname: 'x'.repeat(101) }, 'firstname is longer than 100 characters'],
    ['last name of 101', { lastname: 'x'.repeat(101) }, 'lastname is longer than 100 characters'],
    ['code of 51', { employeecode: 'x'.repeat(51) }, 'employeecode is longer than 50 characters'],
    ['bad email', { email: 'ana.acme.es' }, 'email is not a valid email address'],
    ['bad date', { hiredate: '31/01/2024' }, 'hiredate is not a date of the form yyyy-mm-dd'],
    ['a day that does not exist', { hiredate: '2021-02-31' }, 'hiredate 2021-02-31 is not a date of the calendar'],
    ['another format', { hiredate: '2021-31-01' }, 'hiredate is not a date of the form yyyy-mm-dd'],
    ['a year that is unlikely', { hiredate: '1021-02-31' }, 'hiredate is not a date of the form yyyy-mm-dd'],
    [
      'two things',
      { email: 'a@b', hiredate: 'soon' },
      'email is not a valid email address; hiredate is not a date of the form yyyy-mm-dd',
    ],
  ])('%s', (_name, cells, message) => {
    expect(problemsOf(checkEmployeeRow({ ...ROW, ...cells }, iso))).toBe(message);
  });

  test('the longest that fits', () => {
    const cells = { firstname: 'x'.repeat(100), lastname: 'y'.repeat(100), employeecode: 'z'.repeat(50) };
    expect(checkEmployeeRow({ ...ROW, ...cells }, iso).ok).toBe(true);
  });

  test('cells of an object without prototype', () => {
    expect(checkEmployeeRow(Object.assign(Object.create(null), ROW), iso).ok).toBe(true);
  });
});

describe('dates', () => {
  test.each<[CsvDateFormat, string, string | undefined]>([
    ['iso', '2024-03-01', '2024-03-01'],
    ['iso', '2024-03-01T10:00:00Z', '2024-03-01'],
    ['iso', '2024-03-01T00:00:00+02:00', '2024-03-01'],
    ['iso', '2011-07-05 00:00:00', '2011-07-05'],
    ['iso', '2011-07-05 00:00:00.000 +0200', '2011-07-05'],
    ['iso', '2011-07-05 soon', undefined],
    ['iso', '2024-3-1', undefined],
    ['iso', '01/03/2024', undefined],
    ['iso', '2023-02-29', undefined],
    ['iso', '2024-13-01', undefined],
    ['iso', '2024-00-10', undefined],
    ['iso', '2024-01-00', undefined],
    ['iso', '0024-01-01', undefined],
    ['iso', '9999-01-01', undefined],
    ['iso', '45352', undefined],
    ['iso', '2024-03-01 or so', undefined],
    ['dd/mm/yyyy', '31/12/2024', '2024-12-31'],
    ['dd/mm/yyyy', '1/3/2024', '2024-03-01'],
    ['dd/mm/yyyy', '01-03-2024', '2024-03-01'],
    ['dd/mm/yyyy', '01.03.2024', '2024-03-01'],
    ['dd/mm/yyyy', '2024-03-01', '2024-03-01'],
    ['dd/mm/yyyy', '5/7/2011 0:00', '2011-07-05'],
    ['dd/mm/yyyy', '40729', undefined],
    ['dd/mm/yyyy', '31/02/2024 0:00', undefined],
    ['dd/mm/yyyy', '31/02/2024', undefined],
    ['dd/mm/yyyy', '99/01/2024', undefined],
    ['dd/mm/yyyy', '0/01/2024', undefined],
    ['dd/mm/yyyy', '01/99/2024', undefined],
    ['dd/mm/yyyy', '01/0/2024', undefined],
    ['dd/mm/yyyy', '12/31/2024', undefined],
    ['dd/mm/yyyy', '01/03/24', undefined],
    ['mm/dd/yyyy', '12/31/2024', '2024-12-31'],
    ['mm/dd/yyyy', '3/1/2024', '2024-03-01'],
    ['mm/dd/yyyy', '5/7/2011 0:00', '2011-05-07'],
    ['mm/dd/yyyy', '5/7/2011 12:00:00 AM', '2011-05-07'],
    ['mm/dd/yyyy', '40729.5', undefined],
    ['mm/dd/yyyy', '31/12/2024', undefined],
    ['mm/dd/yyyy', '02/29/2023', undefined],
  ])('%s: %s is %s', (format, text, date) => {
    expect(parseCsvDate(text, format)).toBe(date);
  });
});
