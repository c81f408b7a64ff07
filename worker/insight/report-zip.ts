import { Readable, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { fileNamePart } from '../../shared/kernel/file-name.rules';
import type { ReportData } from '../render/report/report.data';

const MAX_NAME_LENGTH = 80;

/** A ZIP that is written while its files are made, so that it holds in memory only those that are being added. */
export class ReportZip {
  private readonly zip = new ZipFile();
  private readonly names = new Set<string>();
  private readonly broken: Promise<never>;

  constructor(destination: Writable) {
    this.broken = new Promise((_resolve, reject) => {
      destination.once('error', reject);
      destination.once('close', () => reject(new Error('The ZIP is not written any more.')));
    });
    this.broken.catch(() => undefined); // reported by whatever waits for it
    this.zip.outputStream.once('error', (error: Error) => destination.destroy(error));
    this.zip.outputStream.pipe(destination);
  }

  /** Returns once the destination has taken the file; a PDF is compressed already. */
  async add(pdf: Buffer, name: string): Promise<void> {
    const bytes = Readable.from([pdf]);
    this.zip.addReadStream(bytes, name, { compress: false });
    await Promise.race([finished(bytes), this.broken]);
  }

  /** Returns a name for the report of a person that no other file of the ZIP has, however file systems compare names. */
  nameFor({ name, code = null }: ReportData['subject']): string {
    const plain = fileNamePart(name, MAX_NAME_LENGTH);
    const withCode = code === null ? plain : `${plain} (${fileNamePart(code, MAX_NAME_LENGTH)})`;
    for (let count = 0; ; count += 1) {
      const candidate = count === 0 ? plain : count === 1 ? withCode : `${withCode} ${count}`;
      const key = candidate.normalize('NFKD').toLowerCase();
      if (this.names.has(key)) continue;
      this.names.add(key);
      return `${candidate}.pdf`;
    }
  }

  end(): void {
    this.zip.end();
  }
}
