import { PassThrough, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import ExcelJS from 'exceljs';

/** The bytes that a writer sends to its destination. */
export async function bytesOf(write: (destination: Writable) => Promise<void>): Promise<Buffer> {
  const destination = new PassThrough();
  const [bytes] = await Promise.all([buffer(destination), write(destination)]);
  return bytes;
}

/** A workbook as exceljs reads it back. */
export async function readWorkbook(bytes: Buffer): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as unknown as Parameters<typeof workbook.xlsx.load>[0]);
  return workbook;
}

/** The parts of a zip by name, read from its central directory. */
export function partsOf(zip: Buffer): Map<string, string> {
  const parts = new Map<string, string>();
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'));
  let at = zip.readUInt32LE(end + 16);
  for (let entries = zip.readUInt16LE(end + 10); entries > 0; entries--) {
    const size = zip.readUInt32LE(at + 20);
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    parts.set(name, inflateRawSync(zip.subarray(start, start + size)).toString('utf8'));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return parts;
}

/** For each string cell of a sheet its address, text and whether its style carries the quote prefix. */
export function stringCells(
  parts: Map<string, string>,
  sheet = 1,
): { address: string; text: string; quoted: boolean }[] {
  const xfs = [.../<cellXfs.*<\/cellXfs>/s.exec(parts.get('xl/styles.xml')!)![0].matchAll(/<xf [^>]*>/g)].map(
    ([xf]) => xf,
  );
  const strings = [
    ...parts.get('xl/sharedStrings.xml')!.matchAll(/<si><t[^>]*>(.*?)<\/t><\/si>|<si><t\/><\/si>/gs),
  ].map((si) => si[1] ?? '');
  const cells = [
    ...parts
      .get(`xl/worksheets/sheet${sheet}.xml`)!
      .matchAll(/<c r="([A-Z]+\d+)"(?: s="(\d+)")? t="(\w+)"><v>(.*?)<\/v>/g),
  ];
  return cells.map(([, address, style, type, value]) => {
    expect(type).toBe('s');
    return {
      address: address!,
      text: strings[Number(value)]!,
      quoted: xfs[Number(style)]!.includes('quotePrefix="1"'),
    };
  });
}
