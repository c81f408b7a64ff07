import { wordsOf } from '../kernel/words.rules';
import type { Employee } from '../people/employee.model';

/** What a redacted name reads. */
export const FORMER_EMPLOYEE = 'Former employee';
/** What a redacted email or code reads. */
const REDACTED = '[redacted]';

/** By what someone is recognized in a text. */
export interface PersonNames {
  fullNames: readonly string[];
  lastNames: readonly string[];
  emails: readonly string[];
  employeeCodes: readonly string[];
}

/** The names of the entries of a person and of the accounts, each once. */
export function namesOf(
  entries: readonly Pick<Employee, 'fullName' | 'lastName' | 'email' | 'employeeCode'>[],
  accounts: readonly { email: string }[],
): PersonNames {
  return {
    fullNames: unique(entries.map(({ fullName }) => fullName)),
    lastNames: unique(entries.map(({ lastName }) => lastName)),
    emails: unique([...entries, ...accounts].map(({ email }) => email)),
    employeeCodes: unique(entries.flatMap(({ employeeCode }) => employeeCode ?? [])),
  };
}

const unique = (texts: readonly string[]): string[] =>
  [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '');

/** A text that is looked for, with what it is replaced by. */
interface Needle {
  expression: RegExp;
  replacement: string;
}

/** What mentions of someone are found by: the full name, the email, the code and the last name. */
export class Mentions {
  private readonly needles: Needle[];
  /** For the database, which finds more than there is: a short pattern, since engines limit its length. */
  readonly pattern: string;
  /** For the index of words: a mention has all words of one of these lists. A list without words finds nothing there. */
  readonly wordLists: readonly (readonly string[])[];

  /** `strict` leaves the last name out, which many people may have. */
  constructor(names: PersonNames, { strict }: { strict: boolean }) {
    const { fullNames, emails, employeeCodes } = names;
    const lastNames = strict ? [] : names.lastNames;
    const texts = [...fullNames, ...emails, ...employeeCodes, ...lastNames];
    this.wordLists = texts.map((text) => unique(wordsOf(text)));
    this.needles = [
      ...fullNames.map((text) => ({ text, replacement: FORMER_EMPLOYEE })),
      ...[...emails, ...employeeCodes].map((text) => ({ text, replacement: REDACTED })),
      ...lastNames.map((text) => ({ text, replacement: FORMER_EMPLOYEE })),
    ].map(({ text, replacement }) => ({ expression: wholeWords(patternOf(text)), replacement }));
    this.pattern = unique([
      ...[...fullNames, ...lastNames].map(roughName),
      ...[...emails, ...employeeCodes].map(roughWord),
    ]).join('|');
  }

  /** Whether a text names the person. */
  isIn(text: string): boolean {
    const composed = text.normalize('NFC');
    return this.needles.some(({ expression }) => composed.search(expression) !== -1);
  }

  /** The text without the person. */
  redact(text: string): string {
    return this.needles.reduce(
      (rest, { expression, replacement }) => rest.replace(expression, () => replacement),
      text.normalize('NFC'),
    );
  }
}

const wholeWords = (pattern: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${pattern})(?![\\p{L}\\p{M}\\p{N}])`, 'giu');

/** A pattern that ignores case and accents in every engine: each letter is the set of its forms. */
function patternOf(text: string): string {
  return [...text.normalize('NFC')]
    .map((character) => {
      if (/\s/u.test(character)) return '\\s+';
      const forms = LETTER_FORMS.get(baseOf(character));
      return forms ? `[${forms}]` : escaped(character);
    })
    .join('');
}

const ROUGH_NAME = 8;
const ROUGH_WORD = 24;
/** Where Latin Extended-A ends: rarer letters are found by the exact pattern alone. */
const LAST_COMMON_LETTER = 0x17f;

/** The beginning of a name, with the common accents of its letters. */
function roughName(text: string): string {
  return [...text.normalize('NFC')]
    .slice(0, ROUGH_NAME)
    .map((character) => {
      if (/\s/u.test(character)) return '\\s+';
      const forms = [...(LETTER_FORMS.get(baseOf(character)) ?? '')].filter(
        (letter) => letter === letter.toLowerCase() && letter.charCodeAt(0) <= LAST_COMMON_LETTER,
      );
      return forms.length > 1 ? `[${forms.join('')}${character}]` : escaped(character);
    })
    .join('');
}

/** The beginning of an email or a code. */
function roughWord(text: string): string {
  return [...text].slice(0, ROUGH_WORD).map(escaped).join('');
}

const escaped = (character: string): string => character.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

const baseOf = (letter: string): string => letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const FIRST_LETTER = 0x41;
const LAST_LETTER = 0x24f;

/** The letters of Latin alphabets by what they are without accent and case. */
const LETTER_FORMS: ReadonlyMap<string, string> = (() => {
  const forms = new Map<string, string>();
  for (let code = FIRST_LETTER; code <= LAST_LETTER; code += 1) {
    const letter = String.fromCharCode(code);
    if (/\p{L}/u.test(letter)) forms.set(baseOf(letter), (forms.get(baseOf(letter)) ?? '') + letter);
  }
  return forms;
})();
