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

/** An English sentence with its code and values. */
export interface Sentence extends RefusalReason {
  message: string;
}

/** Every sentence of a refusal by its code. */
const SENTENCES: Readonly<Record<string, string>> = {
  ...FIELD_SENTENCES,
  ...REQUEST_SENTENCES,
  ...IMPORT_SENTENCES,
};

/** A value; two braces belong to email templates. */
const PLACEHOLDER = /(?<!\{)\{(\w+)\}(?!\})/g;

/** Code and names of the values by the sentence with empty braces. */
const CATALOG: ReadonlyMap<string, { code: string; names: readonly string[] }> = new Map(
  Object.entries(SENTENCES).map(([code, text]) => [
    text.replace(PLACEHOLDER, '{}'),
    { code, names: [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name) },
  ]),
);

/**
 * Tag of a sentence with values, as in `` conflict(sentence`The plan is ${status}. Cancel it before you delete it.`)
 * ``. Throws for a sentence that is not in `SENTENCES`.
 */
export function sentence(parts: TemplateStringsArray, ...values: readonly (string | number)[]): Sentence {
  const entry = CATALOG.get(parts.join('{}'));
  if (!entry) throw new Error(`No refusal has this sentence: ${parts.join('{}')}`);
  const message = parts.reduce((text, part, at) => `${text}${values[at - 1] ?? ''}${part}`);
  return {
    message,
    code: entry.code,
    values: Object.fromEntries(entry.names.map((name, at) => [name, values[at] ?? ''])),
  };
}

/** Returns the code of a sentence without values; null when it is not in `SENTENCES`. */
export function reasonOf(message: string): RefusalReason | null {
  const entry = CATALOG.get(message);
  return entry ? { code: entry.code, values: {} } : null;
}

const NUMBER = /-?\d+/g;
const CHOICES = /^must be one of (.+)$/;

/**
 * Returns code and values of the sentence of an annotation, of which tsoa keeps only the text: its numbers or choices
 * become the values. A sentence of tsoa itself is NOT_VALID.
 */
export function reasonOfAnnotation(message: string): RefusalReason {
  const choices = CHOICES.exec(message)?.[1];
  if (choices !== undefined) return { code: 'NOT_ONE_OF', values: { choices } };
  const numbers = message.match(NUMBER)?.map(Number) ?? [];
  const entry = CATALOG.get(message.replace(NUMBER, '{}'));
  if (!entry) return reasonOf(message) ?? { code: 'NOT_VALID', values: {} };
  return { code: entry.code, values: Object.fromEntries(entry.names.map((name, at) => [name, numbers[at] ?? ''])) };
}
