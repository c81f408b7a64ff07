import { Gauge } from 'prom-client';
import { logFailure } from '../../shared/db/outage';
import { now } from '../../shared/kernel/clock';
import { oldestWaitingEntry } from '../../shared/platform/audit/audit-position.store';

const NAME = 'evaluation_audit_stream_wait_seconds';

/**
 * Adds to `/metrics` how long the oldest audit entry has waited for its receiver; 0 without a waiting entry, nothing
 * while the database is unavailable.
 */
export function measureAuditStream(): void {
  new Gauge({
    name: NAME,
    help: 'Seconds that the oldest audit entry has waited for the receiver of AUDIT_STREAM',
    async collect() {
      this.remove();
      try {
        const oldest = await oldestWaitingEntry();
        this.set(oldest ? (now().getTime() - oldest.getTime()) / 1_000 : 0);
      } catch (error) {
        logFailure('metrics', { error, metric: NAME });
      }
    },
  });
}
