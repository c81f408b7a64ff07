import { derivedId } from '../shared/kernel/ids';
import type { JobName } from '../shared/jobs/contract';
import type { AuditEntity, AuditEvent } from '../shared/platform/audit-events';
import type { AuditValue } from '../shared/platform/audit-chain';
import { recordAudit } from '../shared/platform/audit.store';
import type { Run } from './run-job';

/**
 * Records what a job has done, for the user who asked for it. `outcome` are counts and ids of the result; null ones are left
 * out. A job that is run again records nothing twice.
 */
export async function recordJob(
  run: Pick<Run<JobName>, 'jobId' | 'requestedBy'>,
  eventType: AuditEvent,
  about: { entityType: AuditEntity; entityId: string | null },
  outcome: Readonly<Record<string, AuditValue>>,
): Promise<void> {
  const changes = Object.entries(outcome).flatMap(([field, after]) =>
    after === null ? [] : [{ field, before: null, after }],
  );
  await recordAudit(eventType, { ...about, changes, by: run.requestedBy, id: derivedId('audit', run.jobId) });
}
