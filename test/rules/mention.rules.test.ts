import { Mentions, namesOf } from '../../shared/privacy/mention.rules';

const ana = {
  fullName: 'Ana García Müller',
  firstName: 'Ana',
  lastName: 'García Müller',
  email: 'ana.g@example.test',
  employeeCode: 'E-17',
};
const names = namesOf([ana], [{ email: 'ana@home.test' }]);

describe('mentions of a person', () => {
  test.each([
    ['Ask Ana García Müller about it', 'Ask Former employee about it'],
    ['ask ANA GARCIA MULLER', 'ask Former employee'],
    ['manager: GARCIA MULLER, Ana', 'manager: Former employee'],
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

  test.each([
    ['in capitals', 'NGUYEN', 'Nguyễn', true],
    ['with rare letters, as it is written', 'Nguyễn', 'Nguyễn', true],
    ['in decomposed letters', 'Nguyễn'.normalize('NFD'), 'Nguyễn', true],
    ['partly decomposed', 'Nguyê\u0303n', 'Nguyễn', true],
    ['stored in decomposed letters', 'Nguyễn', 'Nguyễn'.normalize('NFD'), true],
    ['with accents that it does not have', 'Müller', 'Muller', true],
    ['with a mark for which there is no composed letter', 'M\u0308uller', 'Muller', true],
    ['in Greek capitals', 'ΑΝΔΡΈΑΣ', 'Ανδρέας', true],
    ['in Greek capitals without accents', 'ΑΝΔΡΕΑΣ', 'Ανδρέας', true],
    ['with ß in capitals', 'STRASSE', 'Straße', true],
    ['with a dot that capitals keep', 'İNCE', 'İnce', true],
    ['with another apostrophe', 'O’Brien', "O'Brien", true],
    ['with another hyphen', 'Núñez‑Ferreiro', 'Núñez-Ferreiro', true],
    ['between spaces that do not break', 'García\u00a0Müller', 'García Müller', true],
    ['in brackets', '(García)', 'García', true],
    ['before a possessive', "García's", 'García', true],
    ['before an underscore', '_García_', 'García', true],
    ['in a sentence of Chinese', '我和王小伟谈过', '王小伟', true],
    ['before a Korean particle', '김철수는 좋다', '김철수', true],
    ['before a Korean particle, decomposed', '김철수는 좋다'.normalize('NFD'), '김철수', true],
    ['not within a word', 'Garcíada', 'García', false],
    ['not as one character of another word', '国王', '王', false],
  ])('a last name is found %s', (_how, text, lastName, isFound) => {
    const { isIn, isCandidate } = searchFor(lastName);
    expect([isIn(text), isIn(`about ${text}, and others`)]).toEqual([isFound, isFound]);
    if (isFound) expect(isCandidate(text)).toBe(true);
  });

  test('a text that the rule finds is found by the patterns for the database', () => {
    const person = {
      fullName: "Søren O'Núñez-Straße",
      firstName: 'Søren',
      lastName: "O'Núñez-Straße",
      email: 's.nunez+x@example.test',
      employeeCode: 'E-00123',
    };
    const other = {
      fullName: 'ΣΑΣ Ǆurić',
      firstName: 'ΣΑΣ',
      lastName: 'Ǆurić',
      email: 'ſas@ĸ.test',
      employeeCode: '½-K',
    };
    const both = namesOf([person, other], []);
    const mentions = new Mentions(both, { strict: false });
    const parts = [...both.fullNames, ...both.lastNames, ...both.emails, ...both.employeeCodes];
    const between = [' ', '™', "'", '\u0301', '_', 'x', '(', '>', '\u2019s', ''];
    const forms = [
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
      (text: string) => text.normalize('NFD'),
      (text: string) => text.normalize('NFD').replace(/\p{M}/gu, ''),
      (text: string) => text.replaceAll('-', '‐').replaceAll("'", '’').replaceAll(' ', '\u2003'),
    ];
    let seed = 7;
    const oneOf = <T>(list: readonly T[]): T => {
      seed = (seed * 48_271) % 2_147_483_647;
      const chosen = list[seed % list.length];
      if (chosen === undefined) throw new Error('The list is empty.');
      return chosen;
    };
    let found = 0;
    for (let round = 0; round < 20_000; round += 1) {
      const text = [1, 2, 3].map(() => oneOf(between) + oneOf(forms)(oneOf(parts)) + oneOf(between)).join('');
      if (!mentions.isIn(text)) continue;
      found += 1;
      expect({ text, isFound: matches(mentions, text) }).toEqual({ text, isFound: true });
    }
    expect(found).toBeGreaterThan(1_000);
  });

  test('the patterns for the database take no character of a name as a control', () => {
    const mentions = new Mentions(namesOf([{ ...ana, email: 'a+b@c.test', fullName: 'A (B)*' }], []), { strict: true });
    const texts = ['x A (B)* y', 'A+b@c.test', 'aab@c.test'];
    expect(texts.map((text) => matches(mentions, text))).toEqual([true, true, false]);
  });

  test('the patterns for the database are short, since an engine takes some 400 bytes', () => {
    const long = { ...ana, fullName: `${'ÑandúÀ'.repeat(9)} ß`, email: `${'o’’'.repeat(20)}@example.test` };
    const { patterns } = new Mentions(namesOf([long], []), { strict: false });
    expect(Math.max(...patterns.map((pattern) => Buffer.byteLength(pattern)))).toBeLessThan(400);
  });
});

const matches = ({ patterns }: Mentions, text: string): boolean =>
  patterns.some((pattern) => new RegExp(pattern, 'iu').test(text));

function searchFor(lastName: string) {
  const names = { ...ana, fullName: `Somebody ${lastName}`, lastName };
  const mentions = new Mentions(namesOf([names], []), { strict: false });
  return {
    isIn: (text: string): boolean => mentions.isIn(text),
    isCandidate: (text: string): boolean => matches(mentions, text),
  };
}
