import type { components } from '../../../build/openapi/internal';

export type RefusalReason = components['schemas']['RefusalReason'];

/** The sentences of a language by their codes, and its terms for what the API calls by a name of its own. */
export interface RefusalTexts {
  sentences: Readonly<Record<string, string>>;
  terms: Readonly<Record<string, string>>;
}

/** Says a refusal by its code and values; one without a code, or of a code that is not translated, as the API wrote it. */
export type SayRefusal = (message: string, reason: Partial<RefusalReason> | null | undefined) => string;

/** A value; two braces belong to email templates. */
const PLACEHOLDER = /(?<!\{)\{(\w+)\}(?!\})/g;
const SEPARATOR = /(, | or )/;
/** Values that are names of the API, such as a status or a column; the others are what people have written. */
const NAMES_OF_API: ReadonlySet<string> = new Set(
  'status wanted next required level type role kind column columns fields steps form choices'.split(' '),
);

/** Says refusals in the language of some texts, with numbers as a tag such as `es-MX` writes them. */
export function refusalTranslator({ sentences, terms }: RefusalTexts, tag: string): SayRefusal {
  const numbers = new Intl.NumberFormat(tag);
  const termsFor = (value: string): string =>
    value
      .split(SEPARATOR)
      .map((part) => terms[part] ?? part)
      .join('');
  return (message, reason) => {
    const sentence = reason?.code === undefined ? undefined : sentences[reason.code];
    if (sentence === undefined) return message;
    return sentence.replace(PLACEHOLDER, (_whole, name: string) => {
      const value = reason?.values?.[name] ?? '';
      if (typeof value === 'number') return numbers.format(value);
      return NAMES_OF_API.has(name) ? termsFor(value) : value;
    });
  };
}
