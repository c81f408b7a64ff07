import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/** Text of a PDF with its layout kept, page feeds included. */
export function pdfText(pdf: Buffer): string {
  return poppler('pdftotext', ['-layout', '-', '-'], pdf);
}

/** A hash of the pages of a PDF as they look. */
export function pdfLook(pdf: Buffer): string {
  const pages = execFileSync('pdftoppm', ['-r', '50', '-'], { input: pdf, maxBuffer: 256 * 1024 * 1024 });
  return createHash('sha256').update(pages).digest('hex');
}

/** Properties of a PDF by name, as `pdfinfo` prints them. */
export function pdfInfo(pdf: Buffer): Record<string, string> {
  const lines = poppler('pdfinfo', ['-'], pdf).trim().split('\n');
  return Object.fromEntries(lines.map((line) => [line.split(':')[0]!, line.slice(line.indexOf(':') + 1).trim()]));
}

/** Names of the fonts of a PDF without their subset prefix. */
export function pdfFonts(pdf: Buffer): string[] {
  const rows = poppler('pdffonts', ['-'], pdf).trim().split('\n').slice(2);
  return rows.map((row) => row.split(/\s+/)[0]!.replace(/^[A-Z]{6}\+/, ''));
}

function poppler(program: string, args: string[], pdf: Buffer): string {
  return execFileSync(program, args, { input: pdf, maxBuffer: 64 * 1024 * 1024 }).toString('utf8');
}
