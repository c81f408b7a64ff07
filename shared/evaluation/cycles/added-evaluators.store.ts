import { DeliveryStatus, MailDeliveryModel } from '../../comms/mail/mail-delivery.model';
import { pickRow, pickRows } from '../../db/pick';
import { DAY_MS } from '../../kernel/clock';
import { groupBy } from '../../kernel/group-by';
import { ParticipantModel } from '../participants/participant.model';
import { CAN_ANSWER } from '../participants/participation.store';
import { MailTriggerModel } from './cycle-mail.model';
import { CYCLE_MAILS } from './cycle-mail.rules';
import type { Cycle } from './cycle.model';

/** Additions are collected this long, so that one email names all of them. */
const COLLECTED_MS = 10 * 60 * 1_000;
/** Older additions are no longer announced: an evaluator may wait a day, and the workers a weekend. */
const OLDEST_MS = 3 * DAY_MS;

/** Cycles that one query looks at. */
const CYCLES_AT_ONCE = 500;

/** Returns which of these cycles, of any tenant, were announced and have had additions since that may be announced; two queries. */
export async function withAdditions(cycles: readonly Cycle[], at: Date): Promise<Cycle[]> {
  const found: Cycle[] = [];
  for (let start = 0; start < cycles.length; start += CYCLES_AT_ONCE) {
    const some = cycles.slice(start, start + CYCLES_AT_ONCE);
    const announcements = await pickRows(
      MailTriggerModel.find({
        tenantId: { $in: [...new Set(some.map(({ tenantId }) => tenantId))] },
        cycleId: { $in: some.map(({ _id }) => _id) },
        kind: 'cycle-opened',
        sequence: 1,
      }),
      'tenantId',
      'cycleId',
      'createdAt',
    );
    if (announcements.length === 0) continue;
    const $lte = new Date(at.getTime() - COLLECTED_MS);
    const added = await ParticipantModel.aggregate<{ _id: string }>([
      {
        $match: {
          $or: announcements.map(({ tenantId, cycleId, createdAt }) => ({
            tenantId,
            cycleId,
            createdAt: { $gt: announcedSince(createdAt, at), $lte },
          })),
        },
      },
      { $group: { _id: '$cycleId' } },
    ]);
    const ids = new Set(added.map(({ _id }) => _id));
    found.push(...some.filter(({ _id }) => ids.has(_id)));
  }
  return found;
}

/** Returns the time since which additions are announced in a cycle that was itself announced at `announcedAt`. */
function announcedSince(announcedAt: Date, at: Date): Date {
  return new Date(Math.max(announcedAt.getTime(), at.getTime() - OLDEST_MS));
}

/**
 * Returns the evaluators of an announced cycle who were given evaluations at least ten minutes ago about which no email before `at` has
 * informed them, each with the number of these, also of newer ones; without those who had such an email, of any cycle, in the last day.
 */
export async function addedEvaluators(cycleId: string, at: Date): Promise<Map<string, number>> {
  const announced = await pickRow(
    MailTriggerModel.findOne({ cycleId, kind: 'cycle-opened' }).sort({ sequence: 1 }),
    'createdAt',
  );
  if (!announced) return new Map();
  const since = announcedSince(announced.createdAt, at);
  const rows = await pickRows(
    ParticipantModel.find({ cycleId, createdAt: { $gt: since, $lte: at }, ...CAN_ANSWER }),
    'evaluatorId',
    'createdAt',
  );
  const added = groupBy(rows, ({ evaluatorId }) => evaluatorId);
  if (added.size === 0) return new Map();
  const informedAt = await lastInformed(cycleId, [...added.keys()], at);
  const collectedUntil = at.getTime() - COLLECTED_MS;
  const due = [...added].flatMap(([evaluatorId, given]): [string, number][] => {
    const informed = informedAt.get(evaluatorId) ?? since.getTime();
    const unannounced = given.map(({ createdAt }) => createdAt.getTime()).filter((createdAt) => createdAt > informed);
    return unannounced.some((createdAt) => createdAt <= collectedUntil) ? [[evaluatorId, unannounced.length]] : [];
  });
  const mailed = await mailedToday(
    due.map(([evaluatorId]) => evaluatorId),
    at,
  );
  return new Map(due.filter(([evaluatorId]) => !mailed.has(evaluatorId)));
}

/** Returns when each of these evaluators was last informed of all evaluations in a cycle; those who never were are missing. */
async function lastInformed(cycleId: string, evaluatorIds: readonly string[], at: Date): Promise<Map<string, number>> {
  // A reminder to a part may have left out some of a person's evaluations.
  const toAll = { evaluatorType: null, progress: null, participantIds: null };
  const triggers = await pickRows(
    MailTriggerModel.find({ cycleId, kind: { $in: CYCLE_MAILS }, createdAt: { $lt: at }, ...toAll }),
    'createdAt',
    'plannedAt',
  );
  const sentAt = new Map(triggers.map(({ _id, createdAt, plannedAt }) => [_id, (plannedAt ?? createdAt).getTime()]));
  const deliveries = await pickRows(
    MailDeliveryModel.find({
      triggerId: { $in: [...sentAt.keys()] },
      employeeId: { $in: [...evaluatorIds] },
      status: { $ne: DeliveryStatus.Skipped },
    }),
    'employeeId',
    'triggerId',
  );
  const informed = new Map<string, number>();
  for (const { employeeId, triggerId } of deliveries)
    informed.set(employeeId, Math.max(informed.get(employeeId) ?? 0, sentAt.get(triggerId) ?? 0));
  return informed;
}

async function mailedToday(evaluatorIds: readonly string[], at: Date): Promise<Set<string>> {
  if (evaluatorIds.length === 0) return new Set();
  const createdAt = { $gt: new Date(at.getTime() - DAY_MS), $lt: at };
  const deliveries = await pickRows(
    MailDeliveryModel.find({
      employeeId: { $in: [...evaluatorIds] },
      createdAt,
      status: { $ne: DeliveryStatus.Skipped },
    }),
    'employeeId',
    'triggerId',
  );
  const triggers = await pickRows(
    MailTriggerModel.find({
      _id: { $in: deliveries.map(({ triggerId }) => triggerId) },
      kind: 'evaluations-added',
    }),
    '_id',
  );
  const ids = new Set(triggers.map(({ _id }) => _id));
  return new Set(deliveries.filter(({ triggerId }) => ids.has(triggerId)).map(({ employeeId }) => employeeId));
}
