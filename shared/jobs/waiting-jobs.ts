import { Gauge } from 'prom-client';
import { logFailure } from '../db/outage';
import { now } from '../kernel/clock';
import { oldestWaitingJobs } from './ledger';

/**
 * Adds to `/metrics` how many seconds the oldest job of each type has waited for its first run; nothing while the
 * database is unavailable.
 */
export function measureWaitingJobs(): void {
  new Gauge({
    name: 'evaluation_job_wait_seconds',
    help: 'Seconds that the oldest job of a type has waited for its first run',
    labelNames: ['type'],
    async collect() {
      this.reset();
      try {
        for (const { type, since } of await oldestWaitingJobs())
          this.set({ type }, (now().getTime() - since.getTime()) / 1_000);
      } catch (error) {
        logFailure('metrics', { error, metric: 'evaluation_job_wait_seconds' });
      }
    },
  });
}
