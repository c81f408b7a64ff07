import { isEmail, normalizeEmail } from '../../shared/kernel/email';
import { isReadable, preparedText } from '../../shared/kernel/typed-text.rules';
import { checkEmployeeRow } from '../../shared/people/employee-csv.rules';

describe('what is done to a typed text', () => {
  test.each([
    ['two characters for one letter', 'Mari\u0301a', 'Mar\u00eda'],
    ['invisible characters at the ends', '\ufeff\u200bAna\u200b ', 'Ana'],
    ['a joiner between letters stays', 'क\u094d\u200dष', 'क\u094d\u200dष'],
    ['vertical tabs and form feeds', 'one\vtwo\fthree', 'one\ntwo\nthree'],
    ['nothing', ' \u2060 ', ''],
  ])('%s', (_what, typed, prepared) => {
    expect(preparedText(typed)).toBe(prepared);
  });

  test.each([
    ['Ana', true],
    ['7', true],
    ['李', true],
    ['\u3164', false],
    ['\u115f\u1160', false],
    ['...', false],
    ['👍', false],
  ])('%j can be read: %s', (name, readable) => {
    expect(isReadable(name)).toBe(readable);
  });
});

describe('email addresses', () => {
  test.each([
    ['a\u200b@x.test', false],
    ['a@x\u00ad.test', false],
    ['a@x.test', true],
  ])('%j is one: %s', (text, valid) => {
    expect(isEmail(text)).toBe(valid);
  });

  test.each([
    [' JOSE\u0301@Espan\u0303a.es ', 'jos\u00e9@xn--espaa-rta.es'],
    ['ana@ACME.es', 'ana@acme.es'],
    ['ana@xn--espaa-rta.es', 'ana@xn--espaa-rta.es'],
    ['ana@127.1', 'ana@127.1'],
    ['ana@españa/x.es', 'ana@españa/x.es'],
    ['ana@españa .es', 'ana@españa .es'],
  ])('%j is stored as %j', (text, stored) => {
    expect(normalizeEmail(text)).toBe(stored);
  });
});

test.each([
  ['firstname', '\u3164', 'firstname must contain a letter or digit'],
  ['lastname', '---', 'lastname must contain a letter or digit'],
  ['employeecode', 'E\u200b1', 'employeecode has characters that cannot be seen'],
  ['email', 'a\u200b@acme.es', 'email is not a valid email address'],
])('a file with %s %j is refused in that row', (column, cell, message) => {
  const row = { firstname: 'Ana', lastname: 'Gil', email: 'ana@acme.es', [column]: cell };
  const check = checkEmployeeRow(row, { dateFormat: 'iso' });
  expect(check.ok ? [] : check.problems.map((problem) => problem.message)).toEqual([message]);
});
