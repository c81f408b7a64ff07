import { Mentions, namesOf } from '../../shared/privacy/mention.rules';

const ana = {
  fullName: 'Ana García Müller',
  lastName: 'García Müller',
  email: 'ana.g@example.test',
  employeeCode: 'E-17',
};
const names = namesOf([ana], [{ email: 'ana@home.test' }]);

describe('mentions of a person (decisions 9)', () => {
  test.each([
    ['Ask Ana García Müller about it', 'Ask Former employee about it'],
    ['ask ANA GARCIA MULLER', 'ask Former employee'],
    ['García  Müller’s plan', 'Former employee’s plan'],
    ['Mail Ana.G@example.test.', 'Mail [redacted].'],
    ['or ana@home.test', 'or [redacted]'],
    ['(E-17)', '([redacted])'],
    ['Ana said so', null],
    ['E-170 and E-17a', null],
    ['García alone', null],
    ['anana@home.test', null],
  ])('%s', (text, redacted) => {
    const mentions = new Mentions(names, { strict: false });
    expect([mentions.isIn(text), mentions.redact(text)]).toEqual([redacted !== null, redacted ?? text]);
  });

  test('every entry of someone who was hired again is found by its own name and code', () => {
    const married = { ...ana, fullName: 'Ana García Ruiz', lastName: 'García Ruiz', employeeCode: 'E-90' };
    const mentions = new Mentions(namesOf([married, ana], []), { strict: true });
    expect(mentions.redact('Ana García Ruiz (E-90), before Ana García Müller (E-17)')).toBe(
      'Former employee ([redacted]), before Former employee ([redacted])',
    );
  });

  test('strictly the last name is no mention, since many may have it', () => {
    const strict = new Mentions(names, { strict: true });
    expect([strict.isIn('García Müller'), strict.isIn('Ana García Müller')]).toEqual([false, true]);
  });

  test('the pattern for the database has no word boundaries and no control of its own', () => {
    const { pattern } = new Mentions(namesOf([{ ...ana, email: 'a+b@c.test', fullName: 'A (B)*' }], []), {
      strict: true,
    });
    expect(new RegExp(pattern, 'i').test('x A (B)* y')).toBe(true);
    expect(new RegExp(pattern, 'i').test('A+b@c.test')).toBe(true);
  });
});
