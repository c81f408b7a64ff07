/**
 * Returns a user's text as a part of a file name: without characters that file systems refuse, shortened to `longest`
 * characters.
 */
export function fileNamePart(text: string, longest: number): string {
  const plain = text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(plain);
  return characters.length <= longest ? plain : `${characters.slice(0, longest - 1).join('')}…`;
}
