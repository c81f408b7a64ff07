import { decode } from 'iconv-lite';
import { encodingOf } from '../kernel/text-encoding.rules';

/** The text of an upload, or why it has none (the rest of a sentence that begins "The file is"). */
export type DecodedText = { ok: true; text: string } | { ok: false; reason: string };

/** First bytes (hex) of files that are often uploaded instead of a CSV file. */
const SIGNATURES: ReadonlyArray<readonly [hex: string, what: string]> = [
  ['504b0304', 'an Excel workbook or a zip archive'],
  ['d0cf11e0', 'an old Excel workbook'],
  ['25504446', 'a PDF'],
  ['89504e47', 'an image'],
  ['ffd8ff', 'an image'],
  ['47494638', 'an image'],
  ['1f8b', 'a compressed archive'],
];

/** Decodes UTF-8, UTF-16 (with or without byte order mark) and Windows-1252, the encodings that Excel writes. */
export function decodeText(bytes: Buffer): DecodedText {
  const signature = SIGNATURES.find(([hex]) => startsWith(bytes, hex));
  if (signature) return { ok: false, reason: `${signature[1]}, not a CSV file` };
  let text: string;
  try {
    const encoding = encodingOf(bytes);
    text =
      // TextDecoder of Node 20 treats "windows-1252" as Latin-1, and iconv-lite does not reject damaged text.
      encoding === 'windows-1252' ? decode(bytes, encoding) : new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, reason: 'not a CSV file, or its text is damaged' };
  }
  if (text.includes('\0')) return { ok: false, reason: 'not a CSV file: it holds binary data' };
  return text.trim() === '' ? { ok: false, reason: 'empty' } : { ok: true, text };
}

function startsWith(bytes: Buffer, hex: string): boolean {
  const signature = Buffer.from(hex, 'hex');
  return bytes.subarray(0, signature.length).equals(signature);
}
