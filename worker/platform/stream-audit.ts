import { pickRows } from '../../shared/db/pick';
import { holdSchedule } from '../../shared/jobs/schedule.model';
import { HOUR_MS, now } from '../../shared/kernel/clock';
import { config } from '../../shared/kernel/config';
import { PLATFORM_SCOPE, runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';
import { logger } from '../../shared/kernel/logger';
import { deliveredThrough, recordDelivery, waitingLogs } from '../../shared/platform/audit/audit-position.store';
import { readableEntries } from '../../shared/platform/audit/audit-privacy.store';
import { shownEntry } from '../../shared/platform/audit/audit-view';
import { TenantModel } from '../../shared/platform/tenant.model';
import { ANSWER_MS, auditReceiver } from './audit-receiver';
import { deliverNext, type LogReceiver } from './log-delivery';

/** The name of the schedule that sends audit entries. */
export const STREAM_AUDIT = 'stream-audit';
export const STREAM_EVERY_MS = 2_000;
/** Longer than a delivery takes: another worker continues after this one has crashed. */
const DELIVERY_MS = 2 * ANSWER_MS;
/** After this many failures in a row the receiver gets a pause. */
const MAX_FAILURES = 3;
const AFTER_FAILURE_MS = 10_000;
const THOROUGH_EVERY_MS = HOUR_MS;

interface Log {
  tenantId: string;
  /** The slug of the organization, or "platform", which no organization has. */
  tenant: string;
}

let thoroughAt = 0;
/** The log that failed last: the next round begins after it, so that a refused log does not block the others. */
let failedLast = '';

/**
 * Sends the audit entries that the receiver of AUDIT_STREAM has not accepted, in the order of each log, and stores the
 * position after each delivery. If a worker crashes in between, another sends the same entries again.
 */
export async function streamAudit(stopping: AbortSignal): Promise<void> {
  const deliver = auditReceiver(config().AUDIT_STREAM ?? '');
  let failures = 0;
  let logs = await logsToLookAt();
  while (logs.length > 0) {
    const more: Log[] = [];
    for (const log of logs) {
      if (stopping.aborted || failures === MAX_FAILURES) break;
      await holdSchedule(STREAM_AUDIT, DELIVERY_MS);
      try {
        if (await sendNext(log)) more.push(log);
      } catch (error) {
        if (stopping.aborted) break;
        failures += 1;
        failedLast = log.tenantId;
        logger.warn('audit entries wait for their receiver', { error, tenant: log.tenant });
      }
    }
    logs = stopping.aborted || failures === MAX_FAILURES ? [] : more;
  }
  await holdSchedule(STREAM_AUDIT, failures > 0 && !stopping.aborted ? AFTER_FAILURE_MS : STREAM_EVERY_MS);

  function sendNext({ tenantId, tenant }: Log): Promise<boolean> {
    const receiver: LogReceiver = {
      position: deliveredThrough,
      portions: (entries) => (entries.length > 0 ? [entries] : []),
      async take(entries) {
        const lines = (await readableEntries(entries)).map(
          (entry) => `${JSON.stringify({ tenant, ...shownEntry(entry) })}\n`,
        );
        await deliver(lines.join(''), stopping);
      },
      moveTo: recordDelivery,
    };
    return runInContext({ requestId: newId(), tenantId, actor: null }, () => deliverNext(receiver));
  }
}

/**
 * Returns the logs with waiting entries. A process that crashed after writing an entry may not have moved the end of
 * its log, so every log is checked from time to time.
 */
async function logsToLookAt(): Promise<Log[]> {
  const isThorough = now().getTime() >= thoroughAt;
  const waiting = isThorough ? null : (await waitingLogs()).map(({ tenantId }) => tenantId);
  if (waiting?.length === 0) return [];
  const tenants = await pickRows(TenantModel.find(waiting ? { _id: { $in: waiting } } : {}), 'slug');
  const logs = tenants.map(({ _id, slug }) => ({ tenantId: _id, tenant: slug }));
  if (!waiting || waiting.includes(PLATFORM_SCOPE)) logs.push({ tenantId: PLATFORM_SCOPE, tenant: 'platform' });
  if (isThorough) thoroughAt = now().getTime() + THOROUGH_EVERY_MS;
  logs.sort((a, b) => (a.tenantId < b.tenantId ? -1 : 1));
  return [...logs.filter((log) => log.tenantId > failedLast), ...logs.filter((log) => log.tenantId <= failedLast)];
}
