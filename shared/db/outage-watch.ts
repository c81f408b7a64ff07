import { now } from '../kernel/clock';
import { logger } from '../kernel/logger';
import { pingDatabase } from './connect';

const LOOK_EVERY_MS = 3_000;
/** Looks without an answer after which the database counts as away: one can be late under load. */
const LOOKS = 2;

/**
 * Logs one line when the database stops answering and one when it answers again, since the requests and tasks that fail in the
 * meantime log none. Returns a function that ends the watch.
 */
export function watchOutages(ping: () => Promise<unknown> = pingDatabase, lookEveryMs = LOOK_EVERY_MS): () => void {
  let unanswered = 0;
  let isWaiting = false;
  let since = now();
  const miss = (error: unknown): void => {
    if (unanswered === 0) since = now();
    unanswered++;
    if (unanswered === LOOKS) logger.warn('database unavailable', { error });
  };
  const answer = (): void => {
    const seconds = Math.round((now().getTime() - since.getTime()) / 1_000);
    if (unanswered >= LOOKS) logger.info('database is back', { seconds });
    unanswered = 0;
  };
  const timer = setInterval(() => {
    // A database that froze keeps its connections: its drivers wait, and a second question would wait, too.
    if (isWaiting) return miss(new Error('The database does not answer.'));
    isWaiting = true;
    void ping()
      .then(answer, miss)
      .finally(() => (isWaiting = false));
  }, lookEveryMs);
  return () => clearInterval(timer);
}
