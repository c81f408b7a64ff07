import { encodingOf } from '../../shared/kernel/text-encoding.rules';
import { storeForReload, storedForReload } from '../app/reload-storage';
import { createStore, useStore } from '../app/store';
import { type Corrections, correctedCsv, rowsWith } from './corrected-csv';
import type { ImportOptions } from './import-kind';

const FILE = 'import file';
const CORRECTIONS = 'import corrections';

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
  corrections: Corrections;
}

/** One tab imports one file at a time; a reload keeps it, the end of the tab forgets it. */
const latest = createStore<CheckedFile | null>(restored());

/** The file that a job has checked or imported, while this tab still has it. */
export function useCheckedFile(jobId: string): CheckedFile | null {
  const file = useStore(latest);
  return file?.jobs.includes(jobId) ? file : null;
}

/** Remembers a file that was sent for its check. */
export function storeChecked(file: Omit<CheckedFile, 'corrections'>): void {
  store({ ...file, corrections: new Map() });
}

/** Remembers that the file is being imported by this job too. */
export function storeImport(file: CheckedFile, jobId: string): void {
  store({ ...file, jobs: [...file.jobs, jobId] });
}

/** Changes rows of the file, takes them out (null), or gives up their changes (undefined). */
export function correctRows(changes: Iterable<readonly [number, readonly string[] | null | undefined]>): void {
  const file = latest.get();
  if (!file) return;
  const corrections = new Map(file.corrections);
  for (const [row, cells] of changes)
    if (cells === undefined) corrections.delete(row);
    else corrections.set(row, cells);
  store({ ...file, corrections }, { isNew: false });
}

/** Chooses for the import what the check did not need to know. */
export function chooseOptions(options: ImportOptions): void {
  const file = latest.get();
  if (file) store({ ...file, options });
}

/** The rows with a wrong text in one column, with another text in its place; without those that the user took out or corrected. */
export function rowsCorrected(
  file: CheckedFile,
  width: number,
  { at, wrong, text }: { at: number; wrong: string; text: string },
): (readonly [number, readonly string[]])[] {
  return [...rowsWith(file.text, width, { at, cell: wrong })].flatMap(([row, written]) => {
    const changed = file.corrections.get(row);
    const cells = changed === undefined ? written : changed;
    return cells?.[at]?.trim() === wrong ? [[row, cells.with(at, text)] as const] : [];
  });
}

/** The file as it is to be sent: `width` is the number of its headings. */
export function fileOf({ name, text, original, corrections }: CheckedFile, width: number): File {
  if (original && corrections.size === 0) return original;
  return new File([correctedCsv(text, width, corrections)], name, { type: 'text/csv' });
}

/** The text of a file in the encodings that the import takes. */
export async function readText(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function store(file: CheckedFile, { isNew = true } = {}): void {
  latest.set(file);
  const { corrections, original: _original, ...others } = file;
  if (isNew) storeForReload(FILE, others);
  storeForReload(CORRECTIONS, [...corrections]);
}

function restored(): CheckedFile | null {
  const file = storedForReload(FILE) as Omit<CheckedFile, 'corrections'> | null;
  return file && { ...file, corrections: new Map(storedForReload(CORRECTIONS) as [number, string[] | null][] | null) };
}
