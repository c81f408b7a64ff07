import { logger } from '../kernel/logger';

/** One step of a shutdown, and how long it may take. */
export interface StopStep {
  name: string;
  run: () => Promise<void> | void;
  limitMs: number;
}

/** Longer than all steps of a process together: ends even a process whose event loop is blocked. */
const MAX_SHUTDOWN_MS = 20_000;

/**
 * On SIGTERM or SIGINT runs the steps once, in order, and exits with `process.exitCode`, by default 0, or with 1 when a step threw. A step that
 * exceeds its limit is logged and abandoned: an unavailable Redis or database must not keep a process alive, and
 * another process takes over its work.
 */
export function onShutdown(steps: readonly StopStep[]): void {
  let stopping = false;
  const begin = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info('stopping', { signal });
    setTimeout(() => process.exit(1), MAX_SHUTDOWN_MS).unref();
    void runSteps(steps).then((failures) => process.exit(failures === 0 ? process.exitCode : 1));
  };
  process.on('SIGTERM', () => begin('SIGTERM'));
  process.on('SIGINT', () => begin('SIGINT'));
}

/** Runs the steps one after the other, each within its limit; returns how many threw. */
async function runSteps(steps: readonly StopStep[]): Promise<number> {
  let failures = 0;
  for (const { name, run, limitMs } of steps) {
    try {
      if (!(await endsWithin(limitMs, Promise.resolve(run())))) logger.warn('stopping takes too long', { step: name });
    } catch (error) {
      failures++;
      logger.error('stopping', { error, step: name });
    }
  }
  return failures;
}

/** Whether `work` ended within `limitMs`; rejects when it does. Work that takes longer continues unobserved. */
export async function endsWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  work.catch(() => undefined); // it may fail after its limit, when no one awaits it
  try {
    return await Promise.race([work.then(() => true), limit]);
  } finally {
    clearTimeout(timer);
  }
}
