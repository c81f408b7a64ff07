import { encodingOf } from '../../shared/kernel/text-encoding.rules';
import { keepForReload, keptForReload } from '../app/kept-for-reload';
import { createStore, useStore } from '../app/store';
import type { ImportOptions } from './import-kind';
import { type Mends, mendedCsv } from './mended-csv';

const FILE = 'import file';
const MENDS = 'import mends';

/** The file of the latest check, with what is to be changed in it. */
export interface CheckedFile {
  /** The check of the file, and the import that followed it. */
  jobs: readonly string[];
  name: string;
  options: ImportOptions;
  text: string;
  /** The file itself, until a reload. */
  original?: File;
  /** Rows that the user opened for changes, as they are now. */
  mends: Mends;
}

/** One tab imports one file at a time; a reload keeps it, the end of the tab forgets it. */
const latest = createStore<CheckedFile | null>(restored());

/** The file that a job has checked or imported, while this tab still has it. */
export function useCheckedFile(jobId: string): CheckedFile | null {
  const file = useStore(latest);
  return file?.jobs.includes(jobId) ? file : null;
}

/** Remembers a file that was sent for its check. */
export function keepChecked(file: Omit<CheckedFile, 'mends'>): void {
  keep({ ...file, mends: new Map() });
}

/** Remembers that the file is being imported by this job too. */
export function keepImport(file: CheckedFile, jobId: string): void {
  keep({ ...file, jobs: [...file.jobs, jobId] });
}

/** Changes rows of the file, takes them out (null), or gives their changes up (undefined). */
export function mendRows(changes: Iterable<readonly [number, readonly string[] | null | undefined]>): void {
  const file = latest.get();
  if (!file) return;
  const mends = new Map(file.mends);
  for (const [row, cells] of changes)
    if (cells === undefined) mends.delete(row);
    else mends.set(row, cells);
  keep({ ...file, mends }, { isNew: false });
}

/** The file as it is to be sent: `width` is the number of its headings. */
export function fileOf({ name, text, original, mends }: CheckedFile, width: number): File {
  if (original && mends.size === 0) return original;
  return new File([mendedCsv(text, width, mends)], name, { type: 'text/csv' });
}

/** The text of a file in the encodings that the import takes. */
export async function readText(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function keep(file: CheckedFile, { isNew = true } = {}): void {
  latest.set(file);
  const { mends, original: _original, ...others } = file;
  if (isNew) keepForReload(FILE, others);
  keepForReload(MENDS, [...mends]);
}

function restored(): CheckedFile | null {
  const file = keptForReload(FILE) as Omit<CheckedFile, 'mends'> | null;
  return file && { ...file, mends: new Map(keptForReload(MENDS) as [number, string[] | null][] | null) };
}
