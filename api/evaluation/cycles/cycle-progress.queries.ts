import { findCycle } from '../../../shared/evaluation/cycles/cycle.store';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { COUNTED_SUBJECTS } from '../../../shared/evaluation/participants/participation.store';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import type { ProgressDay } from './evaluation-cycles.dto';

/** Earlier than any submission: makes the filter a range, which the index serves. */
const BEFORE_ALL = new Date(0);

/**
 * Returns the number of submissions by day in the organization's time zone, in order; omits days without one. Counts
 * those that completion counts as submitted. Throws NOT_FOUND.
 */
export async function cycleProgress(cycleId: string): Promise<ProgressDay[]> {
  const [{ timezone }] = await Promise.all([currentTenant(), findCycle(cycleId)]);
  const days = await ParticipantModel.aggregate<{ _id: string; submitted: number }>([
    { $match: { cycleId, submittedAt: { $gt: BEFORE_ALL }, ...COUNTED_SUBJECTS } },
    {
      $group: {
        _id: { $dateToString: { date: '$submittedAt', format: '%Y-%m-%d', timezone } },
        submitted: { $sum: 1 },
      },
    },
    { $sort: { _id: 1 } },
  ]);
  let total = 0;
  return days.map(({ _id: date, submitted }) => ({ date, submitted, total: (total += submitted) }));
}
