import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileOf = (dbPath: string): string => join(dbPath, 'failed');

/** Stores why the database of this path did not start, for the process that started it and sees an exit code alone. */
export function storeFailure(dbPath: string, sentence: string): void {
  mkdirSync(dbPath, { recursive: true });
  writeFileSync(fileOf(dbPath), sentence);
}

/** Why the database of this path did not start the last time; undefined when that was not told. It is told once. */
export function takeFailure(dbPath: string): string | undefined {
  if (!existsSync(fileOf(dbPath))) return undefined;
  const sentence = readFileSync(fileOf(dbPath), 'utf8');
  rmSync(fileOf(dbPath));
  return sentence;
}
