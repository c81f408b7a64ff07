import { duplicateKeys } from '../../shared/db/bulk';
import { missingReferences } from '../../shared/db/references';
import { foldForSearch } from '../../shared/db/search';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycle.model';
import { type Calibration, CalibrationModel } from '../../shared/insight/calibration.model';
import { claimsOf, sessionsOverlap } from '../../shared/insight/calibration.rules';
import { CalibrationStatus, OPEN_CALIBRATION } from '../../shared/insight/calibration-status';
import { assertJudgeable, assertOpenCalibration, findCalibration } from '../../shared/insight/calibration.store';
import { now } from '../../shared/kernel/clock';
import { type AppError, assertValid, conflict, notFound } from '../../shared/kernel/errors';
import { DepartmentModel } from '../../shared/people/department.model';
import { assertMatches } from '../http/resource';
import type { CreateCalibration, UpdateCalibration } from './calibration.dto';

/**
 * Opens a session over a cycle, or some of its departments, and returns its id. Throws VALIDATION, and CONFLICT for a Draft
 * or Archived cycle, a taken id, and while another open session covers one of the departments.
 */
export async function createCalibration({ id, cycleId, name, departmentIds = [] }: CreateCalibration): Promise<string> {
  const departments = [...new Set(departmentIds)];
  assertValid([
    ...(await missingReferences(CycleModel, [{ field: 'cycleId', id: cycleId }])),
    ...(await missingDepartments(departments)),
  ]);
  const cycle = await CycleModel.findById(cycleId).lean<Cycle>();
  if (!cycle) throw notFound();
  assertJudgeable(cycle);
  const row = new CalibrationModel({
    ...(id ? { _id: id } : {}),
    cycleId,
    name,
    departmentIds: departments,
    claims: claimsOf(departments),
    searchText: foldForSearch(name),
  });
  await refuseOverlap(row);
  await row.save().catch(refuseClaimed);
  return row._id;
}

/**
 * Changes the name of an open session, and its departments while it is Draft. Throws NOT_FOUND, VALIDATION,
 * PRECONDITION_FAILED, and CONFLICT as `createCalibration` and when the session is over.
 */
export async function updateCalibration(id: string, input: UpdateCalibration, ifMatch?: string): Promise<void> {
  const row = await CalibrationModel.findById(id);
  if (!row) throw notFound();
  assertMatches(ifMatch, row.revision);
  assertOpenCalibration(row);
  if (input.name !== undefined) row.set({ name: input.name, searchText: foldForSearch(input.name) });
  if (input.departmentIds !== undefined) {
    const departments = [...new Set(input.departmentIds)];
    assertValid(await missingDepartments(departments));
    if (row.status !== CalibrationStatus.Draft)
      throw conflict(`The session is ${row.status}; its departments change only while it is Draft.`);
    row.set({ departmentIds: departments, claims: claimsOf(departments) });
    await refuseOverlap(row);
  }
  await row.save().catch(refuseClaimed);
}

/** Soft-deletes a Draft session; throws NOT_FOUND, and CONFLICT with the current state in every other one. */
export async function deleteCalibration(id: string): Promise<void> {
  const draft = { _id: id, status: CalibrationStatus.Draft };
  const { matchedCount } = await CalibrationModel.updateOne(draft, { $set: { isDeleted: true, claims: [] } });
  if (matchedCount > 0) return;
  const { status } = await findCalibration(id);
  throw conflict(`The session is ${status}; only a Draft one can be deleted.`);
}

/** Ends an open session without effect; its entries stay readable. Throws NOT_FOUND, CONFLICT. */
export async function cancelCalibration(id: string): Promise<void> {
  const { matchedCount } = await CalibrationModel.updateOne(
    { _id: id, status: { $in: [...OPEN_CALIBRATION] } },
    { $set: { status: CalibrationStatus.Cancelled, cancelledAt: now(), claims: [] } },
  );
  if (matchedCount > 0) return;
  const { status } = await findCalibration(id);
  throw conflict(`The session is ${status}; only a Draft or InProgress one can be cancelled.`);
}

async function missingDepartments(ids: readonly string[]): ReturnType<typeof missingReferences> {
  return missingReferences(
    DepartmentModel,
    ids.map((id, at) => ({ field: `departmentIds[${at}]`, id })),
  );
}

/**
 * Names the open session that is in the way. Two that are made at the same moment are kept apart by the unique index on
 * their claims; only a whole cycle beside one of its departments passes that, and then the later of the two to be applied
 * counts, as with any two sessions.
 */
async function refuseOverlap({ _id, cycleId, departmentIds }: Calibration): Promise<void> {
  const others = await CalibrationModel.find({ _id: { $ne: _id }, cycleId, status: { $in: [...OPEN_CALIBRATION] } })
    .select('name departmentIds')
    .lean<Calibration[]>();
  const inTheWay = others.find((other) => sessionsOverlap(other.departmentIds, departmentIds));
  if (inTheWay) throw overlapping(`“${inTheWay.name}”`);
}

function refuseClaimed(error: unknown): never {
  if (duplicateKeys(error).includes('claims')) throw overlapping('Another session');
  throw error;
}

function overlapping(which: string): AppError {
  return conflict(`${which} of this cycle is open over the same departments; apply or cancel it first.`);
}
