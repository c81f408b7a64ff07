import { GoalCheckInModel } from '../../shared/growth/goals/goal-check-in.model';
import { GoalLevel } from '../../shared/growth/goals/goal-level';
import { GoalStatus } from '../../shared/growth/goals/goal-status';
import { type Goal, GoalModel, type KeyResult } from '../../shared/growth/goals/goal.model';
import { now } from '../../shared/kernel/clock';
import { newId } from '../../shared/kernel/ids';

/** A key result from 0 to 10 of weight 1 that no one has reported on. */
export function keyResult(fields: Partial<KeyResult> = {}): KeyResult {
  return {
    id: newId(),
    title: 'Lessons held',
    unit: null,
    startValue: 0,
    targetValue: 10,
    currentValue: 0,
    weight: 1,
    checkInCount: 0,
    recentCheckIns: [],
    ...fields,
  };
}

/** An Active Company goal without key results unless told otherwise; like all factories it runs inside `tenant.within`. */
export async function makeGoal(fields: Partial<Goal> = {}): Promise<Goal> {
  const title = fields.title ?? `Goal ${newId().slice(0, 8)}`;
  const row = { title, level: GoalLevel.Company, status: GoalStatus.Active };
  return (await GoalModel.create({ ...row, ...fields })).toObject();
}

/** A goal whose one key result has one check-in. */
export async function makeReportedGoal(userId: string): Promise<{ id: string; krId: string }> {
  const checkIn = { number: 1, userId, at: now(), value: 4, comment: null };
  const reported = keyResult({ currentValue: 4, checkInCount: 1, recentCheckIns: [checkIn] });
  const { _id: id } = await makeGoal({ keyResults: [reported] });
  await GoalCheckInModel.create({ goalId: id, keyResultId: reported.id, ...checkIn });
  return { id, krId: reported.id };
}
