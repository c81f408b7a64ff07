import { bulkInsert } from '../db/bulk';
import { DeliveryStatus, type MailDelivery, MailDeliveryModel } from './mail-delivery.model';

/** What became of one mail of a mailing. */
export type Outcome = Pick<MailDelivery, '_id' | 'status' | 'reason'>;

/** Writes the mails of a mailing down before the first is sent; those that stand there already stay as they are. */
export async function planDeliveries(
  triggerId: string,
  employeeIds: readonly string[],
  beforeChunk: () => Promise<void>,
): Promise<void> {
  const planned = { triggerId, status: DeliveryStatus.Pending, attempts: 0, reason: null };
  const rows = employeeIds.map((employeeId) => ({ ...planned, employeeId }));
  await bulkInsert(MailDeliveryModel, rows, { beforeChunk });
}

export type PendingDelivery = Pick<MailDelivery, '_id' | 'employeeId' | 'attempts'>;

/** The mails of a mailing that are still to be sent; those that made trouble come last. */
export async function pendingDeliveries(triggerId: string): Promise<PendingDelivery[]> {
  return MailDeliveryModel.find({ triggerId, status: DeliveryStatus.Pending })
    .select('employeeId attempts')
    .sort({ attempts: 1, _id: 1 })
    .lean<PendingDelivery[]>();
}

/** How many mails of a mailing stand where. */
export async function deliveryCounts(triggerId: string): Promise<Record<DeliveryStatus, number>> {
  const groups = await MailDeliveryModel.aggregate<{ _id: DeliveryStatus; count: number }>([
    { $match: { triggerId } },
    { $group: { _id: '$status', count: { $sum: 1 } } },
  ]);
  const counts = { Pending: 0, Sent: 0, Failed: 0, Skipped: 0 };
  for (const { _id, count } of groups) counts[_id] = count;
  return counts;
}

/** The mails of a mailing that failed, at most `most`, in a stable order. */
export async function failedDeliveries(
  triggerId: string,
  most: number,
): Promise<Pick<MailDelivery, 'employeeId' | 'reason'>[]> {
  return MailDeliveryModel.find({ triggerId, status: DeliveryStatus.Failed })
    .select('employeeId reason')
    .sort({ _id: 1 })
    .limit(most)
    .lean<Pick<MailDelivery, 'employeeId' | 'reason'>[]>();
}

/**
 * Notes outcomes, many in one write: while one write is under way the next ones gather. `note` resolves once its outcome is
 * stored, so a sender that waits for it leaves no more than its own mails in doubt when it dies.
 */
export function outcomeNotes(): { note: (outcome: Outcome) => Promise<void> } {
  let gathering: { outcomes: Outcome[]; written: Promise<void> } | null = null;
  let last: Promise<void> = Promise.resolve();
  return {
    note(outcome) {
      if (!gathering) {
        const next: { outcomes: Outcome[]; written: Promise<void> } = { outcomes: [], written: last };
        next.written = last
          .catch(() => {}) // those who noted it have heard of it
          .then(() => {
            gathering = null;
            return writeOutcomes(next.outcomes);
          });
        gathering = next;
        last = next.written;
      }
      gathering.outcomes.push(outcome);
      return gathering.written;
    },
  };
}

async function writeOutcomes(outcomes: readonly Outcome[]): Promise<void> {
  const sent = outcomes.filter(({ status }) => status === DeliveryStatus.Sent).map(({ _id }) => _id);
  const others = outcomes.filter(({ status }) => status !== DeliveryStatus.Sent);
  if (sent.length > 0)
    await MailDeliveryModel.updateMany({ _id: { $in: sent } }, { $set: { status: DeliveryStatus.Sent, reason: null } });
  if (others.length > 0)
    await MailDeliveryModel.bulkWrite(
      others.map(({ _id, status, reason }) => ({
        updateOne: {
          filter: { _id, status: DeliveryStatus.Pending },
          update: { $set: { status, reason }, $inc: { attempts: 1, revision: 1 } },
        },
      })),
    );
}
