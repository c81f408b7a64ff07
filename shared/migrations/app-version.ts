import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

let read: string | undefined;

/** The version of this program, of package.json. */
export function appVersion(): string {
  read ??= z.object({ version: z.string() }).parse(JSON.parse(readFileSync(resolve('package.json'), 'utf8'))).version;
  return read;
}
