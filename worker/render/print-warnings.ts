import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { logger } from '../../shared/kernel/logger';
import { scriptsWithoutFont } from './fonts';

/** Says at the start of a process that prints what its reports will lack: Chromium, or the fonts of some scripts. */
export async function warnBeforePrinting(chromiumPath: string): Promise<void> {
  if (!(await isProgram(chromiumPath)))
    logger.warn(`CHROMIUM_PATH is ${chromiumPath}, where no program is: reports cannot be printed.`);
  const missing = await scriptsWithoutFont();
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map(({ from }) => from))];
  logger.warn('reports print boxes in the place of some scripts: no font has them', {
    scripts: missing.map(({ script }) => script).join(', '),
    install: packages.join(' '),
  });
}

/** Whether there is a file that may be run; a folder has the same permission. */
async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
