/** The encodings that spreadsheets write. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const SAMPLE_BYTES = 1024;

/** Returns how the bytes of a text are to be read: by their byte order mark, else by what they can be. */
export function encodingOf(bytes: Uint8Array): TextEncoding {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8';
  return utf16WithoutMark(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
}

/** In UTF-16 almost every high byte of Western text is zero and no low byte is; UTF-8 and Windows-1252 text has no zeros. */
function utf16WithoutMark(bytes: Uint8Array): TextEncoding | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = { even: 0, odd: 0 };
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2 === 0 ? 'even' : 'odd']++;
  });
  const most = sample.length / 4; // half of the high bytes
  if (zeros.even === 0 && zeros.odd > most) return 'utf-16le';
  if (zeros.odd === 0 && zeros.even > most) return 'utf-16be';
  return undefined;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function startsWith(bytes: Uint8Array, ...first: readonly number[]): boolean {
  return first.every((byte, index) => bytes[index] === byte);
}
