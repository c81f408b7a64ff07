export interface FileType {
  contentType: string;
  /** File name extensions, the usual one first. */
  extensions: readonly [string, ...string[]];
}

const PDF: FileType = { contentType: 'application/pdf', extensions: ['pdf'] };
const PNG: FileType = { contentType: 'image/png', extensions: ['png'] };
const JPEG: FileType = { contentType: 'image/jpeg', extensions: ['jpg', 'jpeg'] };
const WEBP: FileType = { contentType: 'image/webp', extensions: ['webp'] };
const office = (kind: string, extension: string): FileType => ({
  contentType: `application/vnd.openxmlformats-officedocument.${kind}`,
  extensions: [extension],
});
const DOCX = office('wordprocessingml.document', 'docx');
const XLSX = office('spreadsheetml.sheet', 'xlsx');
const PPTX = office('presentationml.presentation', 'pptx');
const PLAIN: FileType = { contentType: 'text/plain; charset=utf-8', extensions: ['txt'] };
const CSV: FileType = { contentType: 'text/csv; charset=utf-8', extensions: ['csv'] };

const SIGNATURES: readonly [RegExp, FileType][] = [
  [/^%PDF-/, PDF],
  [/^\x89PNG\r\n/, PNG],
  [/^\xff\xd8\xff/, JPEG],
  [/^RIFF[^]{4}WEBP/, WEBP],
];
const ZIP = 'PK\u0003\u0004';
const OFFICE_FOLDERS: readonly [string, FileType][] = [
  ['word/', DOCX],
  ['xl/', XLSX],
  ['ppt/', PPTX],
];
/** Control characters that text does not contain: all except tab, line ends and form feed. */
const NO_TEXT = /[^\P{Cc}\t\n\f\r]/u;

const HEAD = 16;
/** The directory of an archive is at its end, and that of an office document is much smaller than this. */
const TAIL = 256 * 1024;

/**
 * Detects the type of a file from its bytes, chunk by chunk and in bounded memory; the name only decides between types of text.
 */
export class FileTypeReader {
  private head = new Uint8Array(0);
  private tail = new Uint8Array(0);
  private isText = true;
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });

  push(chunk: Uint8Array): void {
    if (this.head.length < HEAD) this.head = joined(this.head, chunk.subarray(0, HEAD - this.head.length));
    if (latin1(this.head).startsWith(ZIP)) this.tail = joined(this.tail, chunk).slice(-TAIL);
    if (this.isText) this.isText = this.reads(chunk);
  }

  /** Returns the type after the last bytes; null when it is not accepted. */
  end(name: string): FileType | null {
    const start = latin1(this.head);
    const signedType = SIGNATURES.find(([signature]) => signature.test(start))?.[1];
    if (signedType) return signedType;
    if (start.startsWith(ZIP)) return officeType(archiveNames(this.tail));
    if (this.head.length === 0 || !this.isText || !this.reads()) return null;
    return [PLAIN, CSV].find(({ extensions }) => extensions.includes(extensionOf(name))) ?? null;
  }

  private reads(chunk?: Uint8Array): boolean {
    try {
      return !NO_TEXT.test(chunk ? this.decoder.decode(chunk, { stream: true }) : this.decoder.decode());
    } catch {
      return false;
    }
  }
}

/** Returns the file name with an extension that fits its type; appends one when the existing extension does not. */
export function nameForType(name: string, { extensions }: FileType): string {
  return extensions.includes(extensionOf(name)) ? name : `${name}.${extensions[0]}`;
}

function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;

/** Returns the names of the entries of a zip archive from the directory at its end; empty when that is incomplete. */
function archiveNames(tail: Uint8Array): string[] {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  let end = tail.length - END_LENGTH;
  while (end >= 0 && !isEndOfDirectory(view, end)) end -= 1;
  if (end < 0) return [];
  const names: string[] = [];
  let at = end - view.getUint32(end + 12, true);
  while (at >= 0 && at + ENTRY_LENGTH <= end && view.getUint32(at, true) === DIRECTORY_ENTRY) {
    const length = view.getUint16(at + 28, true);
    names.push(latin1(tail.subarray(at + ENTRY_LENGTH, at + ENTRY_LENGTH + Math.min(length, 1_000))));
    at += ENTRY_LENGTH + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return at === end ? names : [];
}

/** The record that ends an archive; only its comment may follow. */
function isEndOfDirectory(view: DataView, at: number): boolean {
  return (
    view.getUint32(at, true) === END_OF_DIRECTORY && at + END_LENGTH + view.getUint16(at + 20, true) === view.byteLength
  );
}

function officeType(names: readonly string[]): FileType | null {
  if (!names.includes('[Content_Types].xml') || names.some((name) => /vbaproject\.bin$/i.test(name))) return null;
  return OFFICE_FOLDERS.find(([folder]) => names.some((name) => name.startsWith(folder)))?.[1] ?? null;
}
