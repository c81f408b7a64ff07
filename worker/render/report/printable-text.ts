// Neither XML 1.0 nor a browser's protocol can carry control characters, halves of surrogate pairs and the two non-characters.
// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Returns text without the characters that no document can contain; half a surrogate pair becomes U+FFFD. */
export function printableText(text: string): string {
  return text.replace(UNPRINTABLE, '').replace(LONE_SURROGATE, '\ufffd');
}
