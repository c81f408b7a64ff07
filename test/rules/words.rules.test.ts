import { wordNumber, wordsOf } from '../../shared/kernel/words.rules';
import { Mentions, namesOf } from '../../shared/privacy/mention.rules';

const WORD = /[\p{L}\p{N}]/u;
const LAST_CODE = 0x10ffff;
const SURROGATES = [0xd800, 0xdfff] as const;

/** Every character of Unicode. */
function* characters(): Generator<string> {
  for (let code = 0; code <= LAST_CODE; code += 1)
    if (code < SURROGATES[0] || code > SURROGATES[1]) yield String.fromCodePoint(code);
}

describe('words of texts, by which mentions are found (ADR 33)', () => {
  test.each([
    ['Ask GARCÍA, please', ['ASK', 'GARCIA', 'PLEASE']],
    ["Garcia's plan", ['GARCIA', 'S', 'PLAN']],
    ['(e-00123)', ['E', '00123']],
    ['<Ana.G@example.test>', ['ANA', 'G', 'EXAMPLE', 'TEST']],
    ['Garci\u0301a™', ['GARCIA']],
    ['Straße ΣΑΣ', ['STRASSE', 'ΣΑΣ']],
    ['— … 🙂', []],
  ])('%s', (text, found) => {
    expect(wordsOf(text)).toEqual(found);
  });

  test('forms of a letter that an expression without case takes for one are one letter', () => {
    const forms = new Map<string, Set<string>>();
    for (const character of characters()) {
      if (!WORD.test(character)) continue;
      const cases = [character, character.toLowerCase(), character.toUpperCase()];
      for (const other of cases)
        if (new RegExp(`^${character}$`, 'iu').test(other) && [...other].length === 1)
          forms.set(character, (forms.get(character) ?? new Set()).add(wordsOf(other).join()));
    }
    expect([...forms].filter(([, folded]) => folded.size > 1)).toEqual([]);
  });

  test('what is between words for a mention is between words for the index', () => {
    const joined = [...characters()].filter(
      (character) => !/[\p{L}\p{M}\p{N}]/u.test(character) && WORD.test(wordsOf(character).join()),
    );
    expect(joined).toEqual([]);
  });

  test('numbers are integers of 32 bits, other ones in another organization, and never 0', () => {
    const numbers = ['GARCIA', 'MULLER', 'A'].flatMap((word) => [wordNumber('one', word), wordNumber('two', word)]);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.every((number) => Number.isInteger(number) && number === (number | 0) && number !== 0)).toBe(true);
  });

  test('a text that mentions someone has all words of one of the lists', () => {
    const names = namesOf(
      [
        {
          fullName: 'Søren Núñez-Straße',
          lastName: 'Núñez-Straße',
          email: 's.nunez+x@example.test',
          employeeCode: 'E-00123',
        },
        { fullName: 'ΣΑΣ Ǆurić', lastName: 'Ǆurić', email: 'ſas@ĸ.test', employeeCode: '½-K' },
      ],
      [],
    );
    const mentions = new Mentions(names, { strict: false });
    const parts = [...names.fullNames, ...names.lastNames, ...names.emails, ...names.employeeCodes];
    const between = [' ', '™', "'", '\u0301', '_', 'x', '(', '>', '\u2019s', ''];
    let seed = 7;
    const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const forms = [
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
      (text: string) => text.normalize('NFD'),
      (text: string) => text.normalize('NFD').replace(/\p{M}/gu, ''),
    ];
    let found = 0;
    for (let round = 0; round < 20_000; round += 1) {
      const text = Array.from({ length: 3 }, () => {
        const form = forms[next(forms.length)] ?? String;
        return `${between[next(between.length)]}${form(parts[next(parts.length)] ?? '')}${between[next(between.length)]}`;
      }).join('');
      if (!mentions.isIn(text)) continue;
      found += 1;
      const inText = new Set(wordsOf(text));
      expect({ text, isFound: mentions.wordLists.some((list) => list.every((word) => inText.has(word))) }).toEqual({
        text,
        isFound: true,
      });
    }
    expect(found).toBeGreaterThan(1_000);
  });
});
