import { isDuplicate } from '../../shared/db/bulk';
import { pickRow, pickRows } from '../../shared/db/pick';
import { missingReferences } from '../../shared/db/references';
import { inTransaction } from '../../shared/db/transaction';
import { CareerPathModel } from '../../shared/framework/career-path.model';
import { type CareerStep, validateSteps } from '../../shared/framework/career-path.rules';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import { now } from '../../shared/kernel/clock';
import { assertValid, notFound } from '../../shared/kernel/errors';
import { newId } from '../../shared/kernel/ids';
import { type CareerAssignment, CareerAssignmentModel } from '../../shared/people/career-assignment.model';
import { EmployeeModel } from '../../shared/people/employee.model';
import { type ExpectedRevision, rowToChange } from '../db/expected-revision';
import { followDeletion } from '../db/follow-deletion.store';
import {
  type CareerAssignmentView,
  type CareerStepInput,
  type CreateCareerPath,
  toCareerAssignmentView,
  type UpdateCareerPath,
} from './career-paths.dto';

/** Creates a career path and returns its id; throws VALIDATION, CONFLICT. */
export async function createCareerPath(input: CreateCareerPath): Promise<string> {
  const { id, steps, ...fields } = input;
  const checked = await checkedSteps(steps);
  const row = new CareerPathModel({ ...fields, steps: checked, _id: id ?? newId() });
  await row.save();
  return row._id;
}

/** Updates a career path: omitted fields keep their values, null clears. Throws NOT_FOUND, VALIDATION, PRECONDITION_FAILED. */
export async function updateCareerPath(
  id: string,
  input: UpdateCareerPath,
  expected?: ExpectedRevision,
): Promise<void> {
  const row = await rowToChange(CareerPathModel, id, expected);
  const { steps, ...fields } = input;
  row.set(fields);
  if (steps) row.set('steps', await checkedSteps(steps));
  await row.save();
}

/** Soft-deletes a career path; its employees no longer have one. Throws NOT_FOUND. */
export async function deleteCareerPath(id: string): Promise<void> {
  await inTransaction(async () => {
    const row = await rowToChange(CareerPathModel, id);
    row.isDeleted = true;
    await row.save();
    await followDeletion('CareerPath', [id]);
  });
}

/**
 * Assigns an employee to a career path in place of any other one; safe to repeat. Throws NOT_FOUND when the path or the
 * employee is missing.
 */
export async function assignCareerPath(careerPathId: string, employeeId: string): Promise<CareerAssignmentView> {
  const path = await pickRow(CareerPathModel.findById(careerPathId), 'name');
  const employee = await pickRow(EmployeeModel.findById(employeeId), 'fullName');
  if (!path || !employee) throw notFound();
  const row = await putAssignment(careerPathId, employeeId);
  return toCareerAssignmentView(row, path, employee.fullName);
}

/** Removes an employee from a career path; throws NOT_FOUND when the employee is not on it. */
export async function unassignCareerPath(careerPathId: string, employeeId: string): Promise<void> {
  const { matchedCount } = await CareerAssignmentModel.updateOne(
    { careerPathId, employeeId },
    { $set: { careerPathId: null } },
  );
  if (matchedCount === 0) throw notFound();
}

/** One row per employee: the unique index decides between concurrent calls, and the last one wins. */
async function putAssignment(careerPathId: string, employeeId: string): Promise<CareerAssignment> {
  const moved = { careerPathId, assignedAt: now() };
  const isElsewhere = { employeeId, careerPathId: { $ne: careerPathId } };
  await CareerAssignmentModel.updateOne(isElsewhere, { $set: moved });
  const present = await CareerAssignmentModel.findOne({ employeeId, careerPathId }).lean<CareerAssignment>();
  if (present) return present;
  try {
    return (await CareerAssignmentModel.create({ employeeId, ...moved })).toObject();
  } catch (error) {
    if (!isDuplicate(error)) throw error; // assigned concurrently
    return putAssignment(careerPathId, employeeId);
  }
}

/** Returns the steps by order; throws VALIDATION when their numbers have gaps, a profile is repeated or missing. */
async function checkedSteps(given: readonly CareerStepInput[]): Promise<CareerStep[]> {
  const named = given.map(({ jobProfileId }, index) => ({ field: `steps[${index}].jobProfileId`, id: jobProfileId }));
  assertValid(await missingReferences(JobProfileModel, named));
  const profiles = await pickRows(JobProfileModel.find({ _id: { $in: named.map(({ id }) => id) } }), 'lineId');
  const lines = new Map(profiles.map(({ _id, lineId }) => [_id, lineId]));
  assertValid(validateSteps(given, (jobProfileId) => lines.get(jobProfileId) ?? jobProfileId));
  return given
    .map(({ order, jobProfileId, minMonths = null }) => ({ order, jobProfileId, minMonths }))
    .sort((a, b) => a.order - b.order);
}
