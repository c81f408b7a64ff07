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
  /** For the database, case-insensitive: every text that mentions the person matches one of them, and others do. */
  readonly patterns: readonly string[];

  /** `strict` leaves the last name out, which many people may have. */
  constructor(names: PersonNames, { strict }: { strict: boolean }) {
    const { fullNames, emails, employeeCodes } = names;
    const lastNames = strict ? [] : names.lastNames;
    this.needles = [
      ...fullNames.map((text) => ({ text, replacement: FORMER_EMPLOYEE })),
      ...[...emails, ...employeeCodes].map((text) => ({ text, replacement: REDACTED })),
      ...lastNames.map((text) => ({ text, replacement: FORMER_EMPLOYEE })),
    ].map(({ text, replacement }) => ({ expression: expressionOf(text), replacement }));
    const texts = [...fullNames, ...lastNames, ...emails, ...employeeCodes];
    const shortest = texts.filter((text) => !texts.some((other) => other !== text && text.includes(other)));
    this.patterns = [...unique(shortest.map(roughBeginning)), DECOMPOSED];
  }

  /** Whether a text names the person. */
  isIn(text: string): boolean {
    const decomposed = text.normalize('NFD');
    return this.needles.some(({ expression }) => decomposed.search(expression) !== -1);
  }

  /** The text without the person, composed. */
  redact(text: string): string {
    return this.needles
      .reduce((rest, { expression, replacement }) => rest.replace(expression, () => replacement), text.normalize('NFD'))
      .normalize('NFC');
  }
}

/** The marks of Latin, Greek and Cyrillic letters: people leave them out, or write them as characters of their own. */
const ACCENT = /[\u0300-\u036f]/g;
/** Characters that keyboards and word processors put for one another. */
const ALIKE = ["'’‘ʼ`´", '-‐‑‒–—'];
/** Written without spaces between words, or, in Korean, with particles after a name. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Finds a text as whole words in decomposed texts, without regard to case, accents and kinds of spaces, apostrophes and hyphens. */
function expressionOf(text: string): RegExp {
  const characters = [...text.normalize('NFD').replace(ACCENT, '')];
  const isName = [...text.normalize('NFC')].length > 1;
  const isJoined = (character = ''): boolean => isName && WITHOUT_SPACES.test(character);
  const before = isJoined(characters[0]) ? '' : '(?<![\\p{L}\\p{M}\\p{N}])';
  const after = isJoined(characters.at(-1)) ? '' : '(?![\\p{L}\\p{M}\\p{N}])';
  return new RegExp(before + characters.map(patternOf).join('') + after, 'giu');
}

function patternOf(character: string): string {
  if (/\s/u.test(character)) return '\\s+';
  const alike = ALIKE.find((characters) => characters.includes(character));
  const forms = alike ? [...alike] : formsOf(character);
  return `(?:${forms.map(escaped).join('|')})[\\u0300-\\u036f]*`;
}

/** A letter, and its capitals where they are more than one: ß is written SS. */
function formsOf(character: string): string[] {
  const capitals = character.toUpperCase();
  return [...capitals].length > 1 ? [character, capitals] : [character];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Characters of a name that the database looks for: an engine limits patterns to some 400 bytes. */
const ROUGH_LENGTH = 12;
const NOT_ASCII = '[^ -~]';
/** A mark of its own, or a part of a Korean syllable: the rule decides about every decomposed text. */
const DECOMPOSED = '[\\p{M}\u1100-\u11ff]';

/**
 * The beginning of a name, an email or a code in composed texts. Any character that is not ASCII may stand for each of its
 * characters, so that nothing depends on what an engine takes for a letter, or for the same letter in another case.
 */
function roughBeginning(text: string): string {
  return [...text.normalize('NFC')].slice(0, ROUGH_LENGTH).map(roughly).join('');
}

function roughly(character: string): string {
  if (/\s/u.test(character)) return `(?:\\s|${NOT_ASCII})+`;
  const base = character.normalize('NFD').replace(ACCENT, '');
  const alike = ALIKE.find((characters) => characters.includes(character));
  const forms = [base, base.toUpperCase(), ...(alike ?? '')].map((form) =>
    [...form.toLowerCase()].map((part) => (/[!-~]/.test(part) ? escaped(part) : NOT_ASCII)).join(''),
  );
  return `(?:${unique([...forms, NOT_ASCII]).join('|')})`;
}
