import { DeliveryStatus, type MailDelivery, MailDeliveryModel } from '../../shared/comms/mail/mail-delivery.model';
import { bulkUpdate, type NewRow } from '../../shared/db/bulk';
import { pickRows } from '../../shared/db/pick';

export type Outcome = Pick<MailDelivery, '_id' | 'status' | 'reason'>;

/** Returns the rows of a mailing, to be stored before its first email is sent. */
export function plannedDeliveries(triggerId: string, employeeIds: readonly string[]): NewRow<MailDelivery>[] {
  const planned = { triggerId, status: DeliveryStatus.Pending, attempts: 0, reason: null };
  return employeeIds.map((employeeId) => ({ ...planned, employeeId }));
}

export type PendingDelivery = Pick<MailDelivery, '_id' | 'employeeId' | 'attempts'>;

/** Returns the emails of a mailing that are still to be sent; those that were deferred come last. */
export async function pendingDeliveries(triggerId: string): Promise<PendingDelivery[]> {
  return pickRows(
    MailDeliveryModel.find({ triggerId, status: DeliveryStatus.Pending }).sort({ attempts: 1, _id: 1 }),
    'employeeId',
    'attempts',
  );
}

/** Returns at most `most` failed emails of a mailing, in a stable order. */
export async function failedDeliveries(
  triggerId: string,
  most: number,
): Promise<Pick<MailDelivery, 'employeeId' | 'reason'>[]> {
  return pickRows(
    MailDeliveryModel.find({ triggerId, status: DeliveryStatus.Failed }).sort({ attempts: 1, _id: 1 }).limit(most),
    'employeeId',
    'reason',
  );
}

/**
 * Stores outcomes in batches: those that arrive during a write go into the next one. `store` resolves once its outcome
 * is stored, so that a sender that waits for it loses at most its own outcome when it crashes. `write` runs each write.
 */
export function outcomeWriter(write: (change: () => Promise<void>) => Promise<void>): {
  store: (outcome: Outcome) => Promise<void>;
} {
  let gathering: { outcomes: Outcome[]; written: Promise<void> } | null = null;
  let last: Promise<void> = Promise.resolve();
  return {
    store(outcome) {
      if (!gathering) {
        const next: { outcomes: Outcome[]; written: Promise<void> } = { outcomes: [], written: last };
        next.written = last
          .catch(() => {}) // each caller of `store` has received the error
          .then(() => {
            gathering = null;
            return write(() => writeOutcomes(next.outcomes));
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
  await bulkUpdate(
    MailDeliveryModel,
    others.map(({ _id, status, reason }) => ({
      updateOne: {
        filter: { _id, status: DeliveryStatus.Pending },
        update: { $set: { status, reason }, $inc: { attempts: 1, revision: 1 } },
      },
    })),
  );
}
