import { FIELD_SENTENCES } from './field-sentences';
import { IMPORT_SENTENCES } from './import-sentences';
import { REQUEST_SENTENCES } from './request-sentences';

/** What a refusal says, for readers who do not read English: a code that stays when the text is improved, and what differs from one to the next. */
export interface RefusalReason {
  /** @example "TEXT_TOO_LONG" */
  code: string;
  /** @example { "max": 200 } */
  values: Record<string, string | number>;
}

/** Why something is refused: an English sentence with its code and values. */
export interface Refusal extends RefusalReason {
  message: string;
}

/** A refusal of one field; `field` is a path such as `settings.weights.Self`. */
export interface FieldRefusal extends Refusal {
  field: string;
}

const SENTENCES = { ...FIELD_SENTENCES, ...REQUEST_SENTENCES, ...IMPORT_SENTENCES };

type RefusalCode = keyof typeof SENTENCES;

/** The names between single braces; two braces belong to email templates. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `{${string}` ? never : Name) | NamesIn<Rest>
  : never;
/** Codes of sentences without values. */
export type PlainCode = {
  [Code in RefusalCode]: [NamesIn<(typeof SENTENCES)[Code]>] extends [never] ? Code : never;
}[RefusalCode];

type ValuesOf<Code extends RefusalCode> = { [Name in NamesIn<(typeof SENTENCES)[Code]>]: string | number };

const PLACEHOLDER = /(?<!\{)\{(\w+)\}(?!\})/g;

/** Returns the refusal of a code with the values of its sentence, as in `refusal('TEXT_TOO_LONG', { max: 200 })`. */
export function refusal<Code extends RefusalCode>(
  code: Code,
  ...[values]: [keyof ValuesOf<Code>] extends [never] ? [] : [ValuesOf<Code>]
): Refusal {
  const given: RefusalReason['values'] = values ?? {};
  return {
    code,
    values: given,
    message: SENTENCES[code].replace(PLACEHOLDER, (_whole, name: string) => `${given[name]}`),
  };
}

/** Codes by their sentences with empty braces. */
const CODES: ReadonlyMap<string, string> = new Map(
  Object.entries(SENTENCES).map(([code, text]) => [text.replace(PLACEHOLDER, '{}'), code]),
);
const NUMBER = /-?\d+/g;
const CHOICES = /^must be one of (.+)$/;

/**
 * Returns code and values of the sentence of an annotation, of which tsoa keeps only the text: its numbers or choices
 * become the values. A sentence of tsoa itself is NOT_VALID.
 */
export function reasonOfAnnotation(message: string): RefusalReason {
  const choices = CHOICES.exec(message)?.[1];
  if (choices !== undefined) return { code: 'NOT_ONE_OF', values: { choices } };
  const whole = CODES.get(message);
  if (whole !== undefined) return { code: whole, values: {} };
  const code = CODES.get(message.replace(NUMBER, '{}'));
  if (code === undefined) return { code: 'NOT_VALID', values: {} };
  const numbers = message.match(NUMBER)?.map(Number) ?? [];
  const names = [...SENTENCES[code as RefusalCode].matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  return { code, values: Object.fromEntries(names.map((name, at) => [name, numbers[at] ?? ''])) };
}
