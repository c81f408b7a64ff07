import { pickRows } from '../../../shared/db/pick';
import { missingReferences } from '../../../shared/db/references';
import { inTransaction } from '../../../shared/db/transaction';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { GoalLevel, canBeChildOf } from '../../../shared/growth/goals/goal-level';
import { type GoalStatus, nextGoalStates } from '../../../shared/growth/goals/goal-status';
import { type Goal, GoalModel } from '../../../shared/growth/goals/goal.model';
import { readCalendarDates } from '../../../shared/kernel/calendar-dates';
import { assertValid, conflict } from '../../../shared/kernel/errors';
import { newId } from '../../../shared/kernel/ids';
import { type FieldRefusal, refusal } from '../../../shared/kernel/refusals/refusal';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { assertRevision, type ExpectedRevision } from '../../db/expected-revision';
import { type GoalViewer, maySeeGoal, writeRefusal } from '../../policies/goal.policy';
import { changeRow } from '../change-row';
import { assertMayWrite } from './goal-access';
import { ancestors, validateGoal, validatePlacement } from './goal-content.rules';
import { goalViewer } from './goals-viewer.queries';
import type { CreateGoal, UpdateGoal } from './goals.dto';
import { newKeyResults } from './key-results.service';

/** The fields of a goal that are checked against other rows. */
type Placed = Pick<Goal, '_id' | 'level' | 'ownerEmployeeId' | 'departmentId' | 'parentId' | 'startDate' | 'dueDate'>;

/** Creates a goal and returns its id; throws VALIDATION, CONFLICT. */
export async function createGoal(input: CreateGoal): Promise<string> {
  const viewer = await goalViewer();
  const { id = newId(), startDate, dueDate, keyResults = [], ...fields } = input;
  const owner = fields.level === GoalLevel.Individual ? viewer.employeeId : null;
  const values = {
    ownerEmployeeId: owner,
    departmentId: null,
    parentId: null,
    ...fields,
    ...{ startDate: null, dueDate: null, ...readCalendarDates({ startDate, dueDate }) },
    _id: id,
    keyResults: newKeyResults(keyResults),
  };
  await inTransaction(async () => {
    await assertConsistent(values, viewer);
    await new GoalModel(values).save();
  });
  return id;
}

/**
 * Updates a goal: omitted fields keep their values, null clears. Throws NOT_FOUND, FORBIDDEN for one that the caller
 * may see but not edit, VALIDATION, PRECONDITION_FAILED, and CONFLICT for a transition that is not allowed.
 */
export async function updateGoal(id: string, input: UpdateGoal, expected?: ExpectedRevision): Promise<void> {
  const viewer = await goalViewer();
  const { startDate, dueDate, ...fields } = input;
  const changes = { ...fields, ...readCalendarDates({ startDate, dueDate }) };
  await inTransaction(() =>
    changeRow(GoalModel, id, async (row) => {
      assertMayWrite(viewer, row);
      assertRevision(row.revision, expected);
      if (changes.status !== undefined) assertMayFollow(row.status, changes.status);
      const next = { ...row, ...changes };
      await assertConsistent(next, viewer, row);
      return changes;
    }),
  );
}

/** Soft-deletes a goal; throws NOT_FOUND, FORBIDDEN, and CONFLICT while it has child goals. */
export async function deleteGoal(id: string): Promise<void> {
  const viewer = await goalViewer();
  await inTransaction(() =>
    changeRow(GoalModel, id, async (row) => {
      assertMayWrite(viewer, row);
      if (await GoalModel.exists({ parentId: id })) throw conflict(refusal('GOAL_HAS_CHILD_GOALS'));
      return { isDeleted: true };
    }),
  );
}

function assertMayFollow(status: GoalStatus, requested: GoalStatus): void {
  const next = nextGoalStates(status);
  if (requested !== status && !next.includes(requested))
    throw conflict(refusal('GOAL_STATUS_NOT_POSSIBLE', { status, wanted: requested, next: next.join(' or ') }), {
      status,
    });
}

/** Checks only what differs from `before`: a goal whose department was deleted can still be renamed. */
async function assertConsistent(goal: Placed, viewer: GoalViewer, before?: Goal): Promise<void> {
  const fresh = (field: 'ownerEmployeeId' | 'departmentId' | 'parentId') =>
    goal[field] === before?.[field] ? [] : [{ field, id: goal[field] }];
  const isLink = (field: string): field is 'ownerEmployeeId' | 'departmentId' =>
    field === 'ownerEmployeeId' || field === 'departmentId';
  const isFresh = ({ field }: FieldRefusal): boolean =>
    !isLink(field) || goal.level !== before?.level || fresh(field).length > 0;
  // Sequentially: a transaction runs one command at a time.
  const owners = await missingReferences(EmployeeModel, fresh('ownerEmployeeId'));
  const departments = await missingReferences(DepartmentModel, fresh('departmentId'));
  const problems = [...validateGoal(goal).filter(isFresh), ...owners, ...departments];
  if (problems.length === 0) problems.push(...refusals(goal, viewer));
  const isMoved = fresh('parentId').length > 0 || goal.level !== before?.level;
  assertValid([...problems, ...(isMoved ? await validateRelations(goal, viewer, before) : [])]);
}

function refusals(goal: Placed, viewer: GoalViewer): FieldRefusal[] {
  const field = writeRefusal(viewer, goal);
  if (field === null) return [];
  const why = {
    level: refusal('NOT_COMPANY_UNLESS_HR'),
    departmentId: refusal('MUST_BE_HEADED_DEPARTMENT'),
    ownerEmployeeId: refusal('MUST_BE_YOU_OR_DIRECT_REPORT'),
  }[field];
  return [{ field, ...why }];
}

/** Returns the problems of the goal's place in the tree, and locks its ancestors until the transaction ends. */
async function validateRelations(goal: Placed, viewer: GoalViewer, before: Goal | undefined): Promise<FieldRefusal[]> {
  const problems: FieldRefusal[] = [];
  if (goal.parentId !== null) {
    const parent = await GoalModel.findById(goal.parentId).lean<Goal>();
    if (!parent || !maySeeGoal(viewer, parent)) return [{ field: 'parentId', ...refusal('DOES_NOT_EXIST') }];
    if (!canBeChildOf(goal.level, parent.level))
      problems.push({ field: 'level', ...refusal('WIDER_THAN_PARENT', { level: parent.level }) });
    problems.push(...(await holdPlace(goal._id, goal.parentId)));
  }
  if (before && goal.level !== before.level) {
    const children = await pickRows(GoalModel.find({ parentId: goal._id }), 'level');
    const wider = children.find((child) => !canBeChildOf(child.level, goal.level));
    if (wider)
      problems.push({
        field: 'level',
        ...refusal('NARROWER_THAN_CHILD', { level: wider.level }),
      });
  }
  return problems;
}

/**
 * Returns the problems of a new parent. Writes all ancestors, so that two concurrent moves that together close a loop
 * conflict and one is checked again.
 */
async function holdPlace(id: string, parentId: string): Promise<FieldRefusal[]> {
  const rows = await pickRows(GoalModel.find(), 'parentId');
  const parentOf = new Map(rows.map((row) => [row._id, row.parentId]));
  const problems = validatePlacement(parentOf, id, parentId);
  if (problems.length > 0) return problems;
  const above = [parentId, ...ancestors(parentOf, parentId)];
  // Their revision does not change, so that concurrent edits of these goals do not fail.
  const touch = { $inc: { placements: 1, revision: 0 } };
  await GoalModel.updateMany({ _id: { $in: above } }, touch, { timestamps: false });
  return [];
}
