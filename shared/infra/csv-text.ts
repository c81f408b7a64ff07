import { decode } from 'iconv-lite';
import type { PlainCode } from '../kernel/refusals/refusal';
import { encodingOf } from '../kernel/text-encoding.rules';

/** The text of an upload, or why it has none. */
export type DecodedText = { ok: true; text: string } | { ok: false; why: PlainCode };

/** First bytes (hex) of files that are often uploaded instead of a CSV file. */
const SIGNATURES: ReadonlyArray<readonly [hex: string, why: PlainCode]> = [
  ['504b0304', 'FILE_IS_WORKBOOK'],
  ['d0cf11e0', 'FILE_IS_OLD_WORKBOOK'],
  ['25504446', 'FILE_IS_PDF'],
  ['89504e47', 'FILE_IS_IMAGE'],
  ['ffd8ff', 'FILE_IS_IMAGE'],
  ['47494638', 'FILE_IS_IMAGE'],
  ['1f8b', 'FILE_IS_ARCHIVE'],
];

/** Decodes UTF-8, UTF-16 (with or without byte order mark) and Windows-1252, the encodings that Excel writes. */
export function decodeText(bytes: Buffer): DecodedText {
  const signature = SIGNATURES.find(([hex]) => startsWith(bytes, hex));
  if (signature) return { ok: false, why: signature[1] };
  let text: string;
  try {
    const encoding = encodingOf(bytes);
    text =
      // TextDecoder of Node 20 treats "windows-1252" as Latin-1, and iconv-lite does not reject damaged text.
      encoding === 'windows-1252' ? decode(bytes, encoding) : new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, why: 'FILE_NOT_CSV' };
  }
  if (text.includes('\0')) return { ok: false, why: 'FILE_IS_BINARY' };
  return text.trim() === '' ? { ok: false, why: 'FILE_EMPTY' } : { ok: true, text };
}

function startsWith(bytes: Buffer, hex: string): boolean {
  const signature = Buffer.from(hex, 'hex');
  return bytes.subarray(0, signature.length).equals(signature);
}
