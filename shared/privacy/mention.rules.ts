import type { Employee } from '../people/employee.model';

/** Replaces a redacted name. */
export const FORMER_EMPLOYEE = 'Former employee';
/** Replaces a redacted email or code. */
const REDACTED = '[redacted]';

/** How a person is recognized in a text. */
export interface PersonNames {
  fullNames: readonly string[];
  lastNames: readonly string[];
  emails: readonly string[];
  employeeCodes: readonly string[];
}

/** Returns the distinct names of a person's employee rows and accounts; lists and files have the last name first. */
export function namesOf(
  entries: readonly Pick<Employee, 'fullName' | 'firstName' | 'lastName' | 'email' | 'employeeCode'>[],
  accounts: readonly { email: string }[],
): PersonNames {
  return {
    fullNames: unique(entries.flatMap(({ fullName, firstName, lastName }) => [fullName, `${lastName}, ${firstName}`])),
    lastNames: unique(entries.map(({ lastName }) => lastName)),
    emails: unique([...entries, ...accounts].map(({ email }) => email)),
    employeeCodes: unique(entries.flatMap(({ employeeCode }) => employeeCode ?? [])),
  };
}

const unique = (texts: readonly string[]): string[] =>
  [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '');

interface Needle {
  expression: RegExp;
  replacement: string;
}

/** Finds mentions of a person: the full name, the email, the code and the last name. */
export class Mentions {
  private readonly needles: Needle[];
  /** For the database, case-insensitive: every text that mentions the person matches one of them, but so may others. */
  readonly patterns: readonly string[];

  /** `strict` omits the last name, which others may have too. */
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

  /** Whether a text mentions the person. */
  isIn(text: string): boolean {
    const decomposed = text.normalize('NFD');
    return this.needles.some(({ expression }) => decomposed.search(expression) !== -1);
  }

  /** Returns the text in composed form with the person redacted. */
  redact(text: string): string {
    return this.needles
      .reduce((rest, { expression, replacement }) => rest.replace(expression, () => replacement), text.normalize('NFD'))
      .normalize('NFC');
  }
}

/** The accents of Latin, Greek and Cyrillic letters, which writers may omit or write as characters of their own. */
const ACCENT = /[\u0300-\u036f]/g;
/** Characters that keyboards and word processors interchange. */
const ALIKE = ["'’‘ʼ`´", '-‐‑‒–—'];
/** Written without spaces between words, or, in Korean, with particles after a name. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Matches a text as whole words in decomposed texts, ignoring case, accents and kinds of spaces, apostrophes and hyphens. */
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

/** Returns a letter, and its capitals when they are more than one: ß becomes SS. */
function formsOf(character: string): string[] {
  const capitals = character.toUpperCase();
  return [...capitals].length > 1 ? [character, capitals] : [character];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Characters of a name that the database compares: engines limit patterns to some 400 bytes. */
const ROUGH_LENGTH = 12;
const NOT_ASCII = '[^ -~]';
/** An accent or a part of a Korean syllable: the exact rule decides about every decomposed text. */
const DECOMPOSED = '[\\p{M}\u1100-\u11ff]';

/**
 * Returns a pattern for the beginning of a name, email or code in composed texts. Any non-ASCII character matches each
 * of its characters, so that engines' different notions of letters and case do not matter.
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
