/*
 * What is done to every text that someone types, whichever way it comes in: a form, the API, a file, a directory or a provider.
 */

/** Invisible characters that a paste brings along, and white space. */
const AT_THE_ENDS = /^[\p{Cf}\s]+|[\p{Cf}\s]+$/gu;
/** A letter or digit that can be seen: a Hangul filler is a letter, and shows nothing. */
const VISIBLE = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u;

/**
 * Returns a typed text in composed form (NFC), without format characters and white space at its ends, and with line breaks in place
 * of vertical tabs and form feeds, which no surface shows.
 */
export function preparedText(text: string): string {
  return text
    .normalize('NFC')
    .replace(AT_THE_ENDS, '')
    .replace(/[\v\f]/g, '\n');
}

/** Whether a name can be read: it has a letter or digit that is not invisible. */
export function isReadable(name: string): boolean {
  return VISIBLE.test(name);
}

/** Whether a text contains format characters, which hide in an identifier and make two of what looks like one. */
export function hasFormatCharacters(text: string): boolean {
  return /\p{Cf}/u.test(text);
}
