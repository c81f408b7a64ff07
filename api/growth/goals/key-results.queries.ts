import { listRows } from '../../../shared/db/list';
import { namesById } from '../../../shared/db/references';
import { round2 } from '../../../shared/evaluation/score.rules';
import { type GoalCheckIn, GoalCheckInModel } from '../../../shared/growth/goals/goal-check-in.model';
import type { Goal, KeyResult } from '../../../shared/growth/goals/goal.model';
import { notFound } from '../../../shared/kernel/errors';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import type { PageRequest } from '../../http/pagination';
import { keyResultsProgress } from './goal.rules';
import { goalViewer } from './goals-viewer.queries';
import { findGoal } from './goals.queries';
import { type CheckInView, type KeyResultOfGoal, toCheckInView, toKeyResultView } from './key-results.dto';

/** Returns a key result of a goal; throws NOT_FOUND, also when the caller may not see the goal. */
export async function getKeyResult(goalId: string, keyResultId: string): Promise<KeyResultOfGoal> {
  const goal = await findGoal(goalId, await goalViewer());
  const keyResult = keyResultOf(goal, keyResultId);
  const userName = await namesById(
    UserModel,
    keyResult.recentCheckIns.map(({ userId }) => userId),
    'fullName',
  );
  return {
    ...toKeyResultView(keyResult, userName),
    goalId,
    goalProgress: round2(keyResultsProgress(goal.keyResults) ?? 0),
    revision: goal.revision,
  };
}

/** Returns one page of the check-ins of a key result, newest first; throws NOT_FOUND like `getKeyResult`. */
export async function listCheckIns(
  goalId: string,
  keyResultId: string,
  page: PageRequest,
): Promise<{ items: CheckInView[]; totalCount: number }> {
  keyResultOf(await findGoal(goalId, await goalViewer()), keyResultId);
  const { rows, totalCount } = await listRows<GoalCheckIn>(
    GoalCheckInModel,
    { goalId, keyResultId },
    { number: -1 },
    page,
  );
  const userName = await namesById(
    UserModel,
    rows.map(({ userId }) => userId),
    'fullName',
  );
  return { items: rows.map((row) => toCheckInView(row, userName)), totalCount };
}

/** Throws NOT_FOUND. */
export function keyResultOf(goal: Goal, keyResultId: string): KeyResult {
  const found = goal.keyResults.find(({ id }) => id === keyResultId);
  if (!found) throw notFound();
  return found;
}
