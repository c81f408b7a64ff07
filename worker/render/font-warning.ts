import { logger } from '../../shared/kernel/logger';
import { scriptsWithoutFont } from './fonts';

/** Says once which scripts a report would print as boxes. */
export async function warnOfMissingFonts(): Promise<void> {
  const missing = await scriptsWithoutFont();
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map(({ from }) => from))];
  logger.warn('reports print boxes in the place of some scripts: no font has them', {
    scripts: missing.map(({ script }) => script).join(', '),
    install: packages.join(' '),
  });
}
