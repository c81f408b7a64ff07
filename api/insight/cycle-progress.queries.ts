import { cycleChanges } from '../../shared/evaluation/cycles/cycle-sums.store';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { COUNTED_SUBJECTS } from '../../shared/evaluation/participants/participation.store';
import { CycleCacheModel, type CycleCacheRow, type DayCount } from '../../shared/insight/cycle-cache.model';
import { inMs } from '../../shared/kernel/clock';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import { setOrCreate } from '../db/set-or-create';
import type { ProgressDay } from './cycle-progress.dto';

/** Nothing is cached: earlier than any submission. */
const NOTHING = { days: [], until: new Date(0) };
/** A transaction that has set the time of a submission is committed by then: it is restarted for ten seconds at most. */
const SETTLED_MS = 60_000;

/**
 * Returns the number of submissions by day in the organization's time zone, in order; omits days without one. Counts
 * those that completion counts as submitted. Throws NOT_FOUND. Submissions are cached once they are a minute old, so that
 * each call reads only those after the previous one; all of them are read again when an earlier one counts differently.
 */
export async function cycleProgress(cycleId: string): Promise<ProgressDay[]> {
  // Read before the submissions, so that the next call notices changes during the count.
  const [{ timezone }, changes] = await Promise.all([currentTenant(), cycleChanges(cycleId), findCycle(cycleId)]);
  const stamp = `${timezone} ${changes.pastChanges}`;
  const row = await CycleCacheModel.findOne({ cycleId }).select('progress').lean<Pick<CycleCacheRow, 'progress'>>();
  const { days, until: counted } = row?.progress?.stamp === stamp ? row.progress : NOTHING;
  const until = inMs(-SETTLED_MS);
  const groups = await ParticipantModel.aggregate<{ _id: { date: string; isSettled: boolean }; submitted: number }>([
    { $match: { cycleId, submittedAt: { $gt: counted }, ...COUNTED_SUBJECTS } },
    {
      $group: {
        _id: {
          date: { $dateToString: { date: '$submittedAt', format: '%Y-%m-%d', timezone } },
          isSettled: { $lte: ['$submittedAt', until] },
        },
        submitted: { $sum: 1 },
      },
    },
  ]);
  const added = groups.map(({ _id, submitted }) => ({ ..._id, submitted }));
  const settled = added.filter(({ isSettled }) => isSettled);
  if (settled.length > 0) {
    const progress = { stamp, until, days: addUp([...days, ...settled]) };
    await setOrCreate(CycleCacheModel, { cycleId }, { progress });
  }
  let total = 0;
  return addUp([...days, ...added]).map((day) => ({ ...day, total: (total += day.submitted) }));
}

/** Returns the sum of each day, in order. */
function addUp(counts: readonly DayCount[]): DayCount[] {
  const days = new Map<string, number>();
  for (const { date, submitted } of counts) days.set(date, (days.get(date) ?? 0) + submitted);
  return [...days].map(([date, submitted]) => ({ date, submitted })).sort((a, b) => a.date.localeCompare(b.date));
}
