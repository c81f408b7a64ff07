/**
 * Estimates the width of `text` in units of the font size, for Arial, rather too large than too small, so that a label
 * stays in its box.
 */
export function estimatedWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

function widthOf(character: string): number {
  if (/[\p{Mn}\p{Cf}]/u.test(character)) return 0;
  if ((character.codePointAt(0) ?? 0) > 0x2e7f) return 1; // CJK, emoji
  if (/[iIjlftr.,:;|'!()[\] ]/.test(character)) return 0.33;
  if (/[mwMW@%]/.test(character)) return 0.9;
  return /\p{Lu}/u.test(character) ? 0.72 : 0.57;
}

/** Breaks `text` into at most `maxLines` lines of `maxWidth` font sizes; what does not fit is replaced by an ellipsis. */
export function labelLines(text: string, maxWidth: number, maxLines: number): string[] {
  const lines: string[] = [];
  let rest = text.replace(/\s+/g, ' ').trim();
  while (rest !== '' && lines.length < maxLines - 1) {
    const line = firstLine(rest, maxWidth);
    lines.push(line);
    rest = rest.slice(line.length).trim();
  }
  if (rest !== '') lines.push(ellipsized(rest, maxWidth));
  return lines;
}

/** Returns as many whole words as fit; breaks a word that is longer than a line. */
function firstLine(text: string, maxWidth: number): string {
  let fitting = '';
  for (const word of text.split(/(?<= )/)) {
    if (estimatedWidth((fitting + word).trimEnd()) > maxWidth) break;
    fitting += word;
  }
  return fitting.trimEnd() || cut(text, maxWidth);
}

function ellipsized(text: string, maxWidth: number): string {
  return estimatedWidth(text) <= maxWidth ? text : `${cut(text, maxWidth - 1).trimEnd()}…`;
}

const graphemes = new Intl.Segmenter();

/** Returns the longest beginning that fits, at least one character; composed characters stay whole. */
function cut(text: string, maxWidth: number): string {
  let fitting = '';
  for (const { segment } of graphemes.segment(text)) {
    if (fitting !== '' && estimatedWidth(fitting + segment) > maxWidth) break;
    fitting += segment;
  }
  return fitting;
}
