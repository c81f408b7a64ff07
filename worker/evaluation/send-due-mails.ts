import { mailRoute } from '../../shared/comms/mail/mail-route.store';
import { assertCanMail, triggerCycleMail } from '../../shared/evaluation/cycles/cycle-mail-trigger.store';
import { MailTriggerModel } from '../../shared/evaluation/cycles/cycle-mail.model';
import { type CycleMail, EVERYONE } from '../../shared/evaluation/cycles/cycle-mail.rules';
import { WRITABLE_CYCLES } from '../../shared/evaluation/cycles/cycle-status';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { now } from '../../shared/kernel/clock';
import { asSystem, runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';
import { logger } from '../../shared/kernel/logger';
import { admitsSignIn } from '../../shared/platform/tenant-status';
import { type Tenant, TenantModel } from '../../shared/platform/tenant.model';
import { dueMails } from './reminder.rules';

/**
 * Starts the scheduled emails of cycles that are due, each once per cycle and day, like HR's POST does. If no worker
 * ran at 08:00, they start once one does on that day.
 */
export async function sendDueMails(): Promise<void> {
  const { cycles, timezones } = await asSystem('cycles of every tenant send their emails', remindedCycles);
  for (const cycle of cycles) {
    const timezone = timezones.get(cycle.tenantId);
    if (timezone === undefined) continue;
    const { kinds, day } = dueMails(cycle, now(), timezone);
    for (const kind of kinds)
      await runInContext({ requestId: newId(), tenantId: cycle.tenantId, actor: null }, () =>
        sendOnce(kind, cycle, day),
      );
  }
}

/** Returns cycles that take answers and have reminders, and the time zones of their organizations, except suspended ones. */
async function remindedCycles(): Promise<{ cycles: Cycle[]; timezones: ReadonlyMap<string, string> }> {
  const found = await CycleModel.find({ status: { $in: WRITABLE_CYCLES } }).lean<Cycle[]>();
  const cycles = found.filter(({ settings: { reminders } }) => reminders?.sendOpening || reminders?.daysBefore.length);
  if (cycles.length === 0) return { cycles, timezones: new Map() };
  const tenants = await TenantModel.find({ _id: { $in: cycles.map(({ tenantId }) => tenantId) } })
    .select('status timezone')
    .lean<Pick<Tenant, '_id' | 'status' | 'timezone'>[]>();
  const active = tenants.filter(({ status }) => admitsSignIn(status));
  return { cycles, timezones: new Map(active.map(({ _id, timezone }) => [_id, timezone])) };
}

async function sendOnce(kind: CycleMail, cycle: Cycle, day: string): Promise<void> {
  const { _id: cycleId } = cycle;
  try {
    if (await MailTriggerModel.exists({ cycleId, kind, scheduledFor: day })) return;
    assertCanMail(kind, cycle);
    await mailRoute();
    await triggerCycleMail(kind, cycleId, EVERYONE, day);
  } catch (error) {
    logger.warn('an email about a cycle could not be started', { error, kind, cycleId }); // the next run tries again
  }
}
