import type { QueueName } from '../shared/jobs/contract';
import { SIGN_EVERY_MS } from '../shared/jobs/job-times';
import { giveSign, takeSignBack } from '../shared/jobs/signs-of-life';
import { newId } from '../shared/kernel/ids';
import { logger } from '../shared/kernel/logger';

/** Shows operators that this worker takes jobs of these queues. Returns a function that ends it; while Redis is away nothing is shown. */
export function giveSigns(names: readonly QueueName[]): () => Promise<void> {
  const worker = newId();
  const forEach = async (work: typeof giveSign): Promise<void> => {
    try {
      await Promise.all(names.map((name) => work(name, worker)));
    } catch (error) {
      logger.debug('signs of life', { error });
    }
  };
  void forEach(giveSign);
  const timer = setInterval(() => void forEach(giveSign), SIGN_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await forEach(takeSignBack);
  };
}
