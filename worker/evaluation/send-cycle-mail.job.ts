import { prepareMailing } from '../../shared/comms/mail/mail.store';
import { notify } from '../../shared/comms/notification.store';
import { cycleValues, recipientsOf } from '../../shared/evaluation/cycles/cycle-mail-recipients.store';
import { type MailTrigger, MailTriggerModel } from '../../shared/evaluation/cycles/cycle-mail.model';
import { cycleMailPath } from '../../shared/evaluation/cycles/cycle-mail.rules';
import { recentlyMailed } from '../../shared/evaluation/cycles/cycle-mailed.store';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { evaluatorRecipients, type EvaluatorRecipients } from '../../shared/evaluation/guests/guests.store';
import type { CycleMailResult } from '../../shared/jobs/contract';
import { now } from '../../shared/kernel/clock';
import { notFound } from '../../shared/kernel/errors';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { failedDeliveries } from '../comms/mailing.store';
import { MAILING, defineJob, type Run } from '../define-job';
import { recordJob } from '../job-audit';
import { chunksOf } from '../lanes';
import { deliverMails, type MailOccasion, planMails } from '../people/deliver-mails';

/** Notifications per write. */
const CHUNK = 500;
const MAX_REPORTED_FAILURES = 100;

/**
 * Emails and notifies the recipients of a cycle's mailing: evaluators who can answer, or subjects. Runs again where it was cut off
 * (see `deliverMails`).
 */
export const sendCycleMail = defineJob({
  name: 'evaluation.send-cycle-mail',
  retry: MAILING,
  onFailed: null,
  run: sendAll,
});

async function sendAll(run: Run<'evaluation.send-cycle-mail'>): Promise<CycleMailResult> {
  const trigger = await MailTriggerModel.findById(run.payload.triggerId).lean<MailTrigger>();
  if (!trigger) throw notFound();
  const { kind } = trigger;
  const cycle = await findCycle(trigger.cycleId);
  const mailing = await prepareMailing(kind);
  const open = await recipientsOf(kind, cycle, trigger);
  if (trigger.plannedAt === null) await plan(run, trigger, cycle, await plannedRecipients(trigger, open));
  const result = await deliverMails(run, occasionOf(trigger, cycle, open), mailing);
  const about = { entityType: AuditEntity.Cycle, entityId: cycle._id };
  recordJob(run, 'mail.sent', about, { kind, ...result });
  const failures = await failedDeliveries(trigger._id, MAX_REPORTED_FAILURES);
  return {
    ...result,
    failures: failures.map(({ employeeId, reason }) => ({ employeeId, reason: reason ?? '' })),
  };
}

function occasionOf({ _id, kind }: MailTrigger, cycle: Cycle, open: ReadonlyMap<string, number>): MailOccasion {
  const values = new Map([...open].map(([employeeId, count]) => [employeeId, cycleValues(cycle, count)]));
  const reach = (ids: readonly string[]): Promise<EvaluatorRecipients> => evaluatorRecipients(kind, ids);
  return { kind, triggerId: _id, aboutId: cycle._id, values, path: cycleMailPath(kind, cycle._id), reach };
}

/** Returns the recipients without those whom an addition leaves out, because an earlier call has emailed them. */
async function plannedRecipients(
  { isAddition, cycleId, kind, sequence, createdAt }: MailTrigger,
  open: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  if (isAddition !== true) return open;
  const mailed = await recentlyMailed(cycleId, kind, { at: createdAt, before: sequence });
  return new Map([...open].filter(([employeeId]) => !mailed.has(employeeId)));
}

async function plan(
  run: Run<'evaluation.send-cycle-mail'>,
  trigger: MailTrigger,
  cycle: Cycle,
  open: ReadonlyMap<string, number>,
): Promise<void> {
  const { _id, kind } = trigger;
  const occasion = occasionOf(trigger, cycle, open);
  await planMails(run, occasion);
  const recipients = [...occasion.values].map(([employeeId, values]) => ({ employeeId, values, link: occasion.path }));
  // Whoever is added is notified of each evaluation when it is added.
  if (kind !== 'evaluations-added')
    for (const { chunk } of chunksOf(recipients, CHUNK)) await run.write(() => notify(kind, `${kind}:${_id}`, chunk));
  await run.write(() => MailTriggerModel.updateOne({ _id }, { $set: { plannedAt: now() } }));
}
