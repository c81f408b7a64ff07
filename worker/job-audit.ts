import type { JobName } from '../shared/jobs/contract';
import { derivedId } from '../shared/kernel/ids';
import type { AuditValue } from '../shared/platform/audit/audit-chain';
import type { AuditEntity, AuditEvent } from '../shared/platform/audit/audit-events';
import { recordAudit } from '../shared/platform/audit/audit.store';
import type { Run } from './define-job';

/**
 * Records the result of a job for the user who started it, in the transaction that ends the job. `outcome` contains
 * counts and ids; null ones are omitted.
 */
export function recordJob(
  run: Pick<Run<JobName>, 'jobId' | 'requestedBy' | 'atEnd'>,
  eventType: AuditEvent,
  about: { entityType: AuditEntity; entityId: string | null },
  outcome: Readonly<Record<string, AuditValue>>,
): void {
  const changes = Object.entries(outcome).flatMap(([field, after]) =>
    after === null ? [] : [{ field, before: null, after }],
  );
  const entry = { ...about, changes, by: run.requestedBy, id: derivedId('audit', run.jobId) };
  run.atEnd(() => recordAudit(eventType, entry));
}
