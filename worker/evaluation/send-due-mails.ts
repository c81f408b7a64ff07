import { mailRoute } from '../../shared/comms/mail/mail-route.store';
import { assertCanMail, triggerCycleMail } from '../../shared/evaluation/cycles/cycle-mail-trigger.store';
import { MailTriggerModel } from '../../shared/evaluation/cycles/cycle-mail.model';
import { type CycleMail, EVERYONE } from '../../shared/evaluation/cycles/cycle-mail.rules';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { now } from '../../shared/kernel/clock';
import { logger } from '../../shared/kernel/logger';
import { dueMails } from './reminder.rules';
import { inWritableCycles } from './writable-cycles';

/**
 * Starts the scheduled emails of cycles that are due, each once per cycle and day, like HR's POST does. If no worker
 * ran at 08:00, they start once one does on that day.
 */
export async function sendDueMails(): Promise<void> {
  await inWritableCycles(
    (cycles) => cycles.filter(({ settings: { reminders } }) => reminders?.sendOpening || reminders?.daysBefore.length),
    async (cycle, timezone) => {
      const { kinds, day } = dueMails(cycle, now(), timezone);
      for (const kind of kinds) await sendOnce(kind, cycle, day);
    },
  );
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
