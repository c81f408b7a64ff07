import { isDuplicate } from '../db/bulk';
import type { Row } from '../db/rows';
import { globalModel } from '../db/tenant-model';
import { inMs, now } from '../kernel/clock';

interface Schedule extends Row {
  nextAt: Date;
}

export const ScheduleModel = globalModel<Schedule>('Schedule', {
  nextAt: { type: Date, required: true, personal: 'none' },
});

/** Returns which of the named schedules are due or have never run; a claim decides which worker runs them. */
export async function dueSchedules(names: readonly string[]): Promise<string[]> {
  const later = await ScheduleModel.distinct('_id', { _id: { $in: names }, nextAt: { $gt: now() } });
  const waiting = new Set(later.map(String));
  return names.filter((name) => !waiting.has(name));
}

/**
 * Whether this process may run the schedule now. In each interval it is true for exactly one of any number of workers:
 * MongoDB stores the time of the next run, and one conditional write moves it.
 */
export async function claimSchedule(name: string, everyMs: number): Promise<boolean> {
  const moved = await ScheduleModel.updateOne(
    { _id: name, nextAt: { $lte: now() } },
    { $set: { nextAt: inMs(everyMs) } },
  );
  if (moved.modifiedCount > 0) return true;
  if (await ScheduleModel.exists({ _id: name })) return false;
  try {
    await ScheduleModel.create({ _id: name, nextAt: inMs(everyMs) });
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

/** Postpones the next run of a schedule while its work continues, so that no other worker starts it. */
export async function holdSchedule(name: string, forMs: number): Promise<void> {
  await ScheduleModel.updateOne({ _id: name }, { $set: { nextAt: inMs(forMs) } });
}
