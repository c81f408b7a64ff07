import type { JobName } from '../shared/jobs/contract';
import { derivedId } from '../shared/kernel/ids';
import type { AuditValue } from '../shared/platform/audit/audit-chain';
import type { AuditEntity, AuditEvent } from '../shared/platform/audit/audit-events';
import { recordAudit } from '../shared/platform/audit/audit.store';
import type { Run } from './define-job';

/**
 * Records what a job has done, for the user who asked for it, in the transaction that ends the job. `outcome` are counts
 * and ids of the result; null ones are left out.
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
