import { logger } from '../kernel/logger';

const LONGEST_MS = 20_000;

/**
 * On SIGTERM or SIGINT runs `stop` once and exits 0; after 20 s exits 1, and what was running is taken over by
 * another process (reliability, F12).
 */
export function onShutdown(stop: () => Promise<void>): void {
  let stopping = false;
  const begin = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info('stopping', { signal });
    setTimeout(() => process.exit(1), LONGEST_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error('stopping', { error });
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => begin('SIGTERM'));
  process.on('SIGINT', () => begin('SIGINT'));
}
