import { inTransaction } from '../../../shared/db/transaction';
import { GoalCheckInModel } from '../../../shared/growth/goals/goal-check-in.model';
import { isOpenGoal } from '../../../shared/growth/goals/goal-status';
import { type CheckIn, type Goal, GoalModel, type KeyResult } from '../../../shared/growth/goals/goal.model';
import { now } from '../../../shared/kernel/clock';
import { actor } from '../../../shared/kernel/context';
import { assertValid, conflict, invalid } from '../../../shared/kernel/errors';
import { newId } from '../../../shared/kernel/ids';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { assertRevision, type ExpectedRevision } from '../../db/expected-revision';
import type { GoalViewer } from '../../policies/goal.policy';
import { changeRow } from '../change-row';
import { assertFreeId, validateUniqueIds } from '../part-ids';
import { assertMayCheckIn, assertMayWrite } from './goal-access';
import { allWeightless, validateKeyResult, MAX_KEY_RESULTS } from './goal-content.rules';
import { goalViewer } from './goals-viewer.queries';
import type { CreateKeyResult, ReportProgress, UpdateKeyResult } from './key-results.dto';
import { keyResultOf } from './key-results.queries';

/** Check-ins that are also stored in their key result. */
const RECENT = 5;

/** Returns key results as stored; throws VALIDATION with fields such as `keyResults[1].targetValue`. */
export function newKeyResults(given: readonly CreateKeyResult[]): KeyResult[] {
  const keyResults = given.map(newKeyResult);
  assertValid([
    ...keyResults.flatMap((keyResult, at) => validateKeyResult(keyResult, `keyResults[${at}].`)),
    ...validateUniqueIds(keyResults, 'keyResults'),
  ]);
  if (allWeightless(keyResults)) throw weightless('keyResults');
  return keyResults;
}

/** Adds a key result to a goal and returns its id; throws NOT_FOUND, FORBIDDEN, VALIDATION, CONFLICT. */
export async function addKeyResult(goalId: string, input: CreateKeyResult): Promise<string> {
  const keyResult = newKeyResult(input);
  assertValid(validateKeyResult(keyResult));
  await changeKeyResults(goalId, (goal) => {
    if (goal.keyResults.length >= MAX_KEY_RESULTS)
      throw conflict(refusal('GOAL_KEY_RESULTS_FULL', { max: MAX_KEY_RESULTS }));
    assertFreeId(goal.keyResults, keyResult);
    return [...goal.keyResults, keyResult];
  });
  return keyResult.id;
}

/**
 * Updates a key result: omitted fields keep their values, null clears. Only check-ins change its current value. Throws
 * NOT_FOUND, FORBIDDEN, VALIDATION, PRECONDITION_FAILED, CONFLICT.
 */
export async function updateKeyResult(
  goalId: string,
  keyResultId: string,
  input: UpdateKeyResult,
  expected?: ExpectedRevision,
): Promise<void> {
  await changeKeyResults(goalId, (goal) => {
    const before = keyResultOf(goal, keyResultId);
    assertRevision(goal.revision, expected);
    const after = { ...before, ...input };
    // Without a check-in the current value is the start value.
    if (after.checkInCount === 0) after.currentValue = after.startValue;
    assertValid(validateKeyResult(after));
    return goal.keyResults.map((keyResult) => (keyResult.id === keyResultId ? after : keyResult));
  });
}

/**
 * Deletes a key result with its check-ins; throws NOT_FOUND, FORBIDDEN, CONFLICT when only key results of weight 0
 * would remain.
 */
export async function deleteKeyResult(goalId: string, keyResultId: string): Promise<void> {
  const viewer = await goalViewer();
  await inTransaction(async () => {
    await changeRow(GoalModel, goalId, (goal) => {
      assertChangeable(goal, viewer, assertMayWrite);
      keyResultOf(goal, keyResultId);
      const keyResults = goal.keyResults.filter(({ id }) => id !== keyResultId);
      if (allWeightless(keyResults)) throw conflict(refusal('ONLY_WEIGHTS_OF_0_REMAIN'));
      return { keyResults };
    });
    await GoalCheckInModel.deleteMany({ goalId, keyResultId });
  });
}

/**
 * Records a check-in: the value and its history in one transaction, so that no concurrent check-in is lost. Throws
 * NOT_FOUND, FORBIDDEN, and CONFLICT on a goal that is Completed or Cancelled.
 */
export async function reportProgress(goalId: string, keyResultId: string, input: ReportProgress): Promise<void> {
  const viewer = await goalViewer();
  const { userId } = actor();
  await inTransaction(async () => {
    let checkIn: CheckIn | undefined;
    await changeRow(GoalModel, goalId, (goal) => {
      assertChangeable(goal, viewer, assertMayCheckIn);
      const before = keyResultOf(goal, keyResultId);
      const number = before.checkInCount + 1;
      checkIn = { number, userId, at: now(), value: input.value, comment: input.comment ?? null };
      const after: KeyResult = {
        ...before,
        currentValue: input.value,
        checkInCount: number,
        recentCheckIns: [...before.recentCheckIns, checkIn].slice(-RECENT),
      };
      return { keyResults: goal.keyResults.map((keyResult) => (keyResult.id === keyResultId ? after : keyResult)) };
    });
    await GoalCheckInModel.create({ goalId, keyResultId, ...checkIn });
  });
}

function newKeyResult({
  id = newId(),
  startValue = 0,
  weight = 1,
  unit = null,
  title,
  targetValue,
}: CreateKeyResult): KeyResult {
  const measure = { startValue, targetValue, currentValue: startValue };
  return { id, title, unit, ...measure, weight, checkInCount: 0, recentCheckIns: [] };
}

async function changeKeyResults(goalId: string, change: (goal: Goal) => KeyResult[]): Promise<void> {
  const viewer = await goalViewer();
  await changeRow(GoalModel, goalId, (goal) => {
    assertChangeable(goal, viewer, assertMayWrite);
    const keyResults = change(goal);
    if (allWeightless(keyResults)) throw weightless('weight');
    return { keyResults };
  });
}

function assertChangeable(goal: Goal, viewer: GoalViewer, assertMay: (viewer: GoalViewer, goal: Goal) => void): void {
  assertMay(viewer, goal);
  if (!isOpenGoal(goal.status))
    throw conflict(refusal('KEY_RESULTS_FIXED', { status: goal.status }), {
      status: goal.status,
    });
}

const weightless = (field: string) => invalid({ field, ...refusal('NO_WEIGHT_ABOVE_0') });
