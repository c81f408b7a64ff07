import { DeliveryStatus, MailDeliveryModel } from '../../comms/mail/mail-delivery.model';
import { pickRows } from '../../db/pick';
import { MailTriggerModel } from './cycle-mail.model';
import { type CycleMail, SAME_TRIGGER_MS } from './cycle-mail.rules';

/**
 * Returns the employees whom the triggers of a kind that began in the 10 minutes before `at`, with a lower sequence number,
 * have emailed, successfully or not, or will still email; two queries.
 */
export async function recentlyMailed(
  cycleId: string,
  kind: CycleMail,
  { at, before }: { at: Date; before: number },
): Promise<Set<string>> {
  const since = new Date(at.getTime() - SAME_TRIGGER_MS);
  const triggers = await pickRows(
    MailTriggerModel.find({ cycleId, kind, sequence: { $lt: before }, createdAt: { $gt: since } }),
    '_id',
  );
  const deliveries = await pickRows(
    MailDeliveryModel.find({
      triggerId: { $in: triggers.map(({ _id }) => _id) },
      status: { $ne: DeliveryStatus.Skipped },
    }),
    'employeeId',
  );
  return new Set(deliveries.map(({ employeeId }) => employeeId));
}
