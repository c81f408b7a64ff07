import { pickRows } from '../../../shared/db/pick';
import { missingReferences } from '../../../shared/db/references';
import { inTransaction } from '../../../shared/db/transaction';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { holdCycle } from '../../../shared/evaluation/cycles/cycle.store';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { CalibrationEntryModel } from '../../../shared/insight/calibration/calibration-entry.model';
import { CalibrationStatus, OPEN_CALIBRATION } from '../../../shared/insight/calibration/calibration-status';
import { type Calibration, CalibrationModel } from '../../../shared/insight/calibration/calibration.model';
import { now } from '../../../shared/kernel/clock';
import { assertValid, conflict } from '../../../shared/kernel/errors';
import { newId } from '../../../shared/kernel/ids';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { type AuditChange, auditChanges } from '../../../shared/platform/audit/audit-chain';
import { AuditEntity, type AuditEvent } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { type ExpectedRevision, rowToChange } from '../../db/expected-revision';
import type { CreateCalibration, UpdateCalibration } from './calibration.dto';
import { claimsOf, sessionsOverlap } from './calibration.rules';
import { assertJudgeable, assertOpenCalibration, findCalibration } from './calibration.store';

/**
 * Creates a session for a cycle, or some of its departments, and returns its id. Throws VALIDATION, and CONFLICT for a
 * Draft or Archived cycle, a duplicate id, and while another open session covers one of the departments.
 */
export async function createCalibration({ id, cycleId, name, departmentIds = [] }: CreateCalibration): Promise<string> {
  const departments = [...new Set(departmentIds)];
  assertValid([
    ...(await missingReferences(CycleModel, [{ field: 'cycleId', id: cycleId }])),
    ...(await missingDepartments(departments)),
  ]);
  return inTransaction(async () => {
    assertJudgeable(await holdCycle(cycleId));
    const row = new CalibrationModel({
      _id: id ?? newId(),
      cycleId,
      name,
      departmentIds: departments,
      claims: claimsOf(departments),
    });
    await refuseOverlap(row);
    await row.save();
    await recordCalibration(
      'calibration.created',
      row._id,
      auditChanges<Partial<Calibration>>({}, row.toObject(), ['cycleId', 'name', 'departmentIds']),
    );
    return row._id;
  });
}

/**
 * Updates the name and departments of an open session. Throws NOT_FOUND, VALIDATION, PRECONDITION_FAILED, and CONFLICT
 * like `createCalibration`, when the session is over, and when entries would be outside the departments.
 */
export async function updateCalibration(
  id: string,
  input: UpdateCalibration,
  expected?: ExpectedRevision,
): Promise<void> {
  await inTransaction(async () => {
    const row = await rowToChange(CalibrationModel, id, expected);
    assertOpenCalibration(row);
    const before: Calibration = row.toObject();
    if (input.name !== undefined) row.set({ name: input.name });
    if (input.departmentIds !== undefined) {
      const departments = [...new Set(input.departmentIds)];
      assertValid(await missingDepartments(departments));
      await refuseLostEntries(row, departments);
      await holdCycle(row.cycleId);
      row.set({ departmentIds: departments, claims: claimsOf(departments) });
      await refuseOverlap(row);
    }
    await row.save();
    const changes = auditChanges(before, row.toObject<Calibration>(), ['name', 'departmentIds']);
    if (changes.length > 0) await recordCalibration('calibration.updated', id, changes);
  });
}

/** Soft-deletes a Draft session; throws NOT_FOUND, and CONFLICT with the status in every other one. */
export async function deleteCalibration(id: string): Promise<void> {
  const draft = { _id: id, status: CalibrationStatus.Draft };
  const { matchedCount } = await CalibrationModel.updateOne(draft, { $set: { isDeleted: true, claims: [] } });
  if (matchedCount > 0) return;
  const { status } = await findCalibration(id);
  throw conflict(refusal('CALIBRATION_NOT_DELETABLE', { status }));
}

/** Ends an open session without effect; its entries remain readable. Throws NOT_FOUND, CONFLICT. */
export async function cancelCalibration(id: string): Promise<void> {
  await inTransaction(async () => {
    const before = await CalibrationModel.findOneAndUpdate(
      { _id: id, status: { $in: [...OPEN_CALIBRATION] } },
      { $set: { status: CalibrationStatus.Cancelled, cancelledAt: now(), claims: [] } },
      { returnDocument: 'before' },
    ).lean<Calibration>();
    if (!before) {
      const { status } = await findCalibration(id);
      throw conflict(refusal('CALIBRATION_NOT_CANCELLABLE', { status }));
    }
    const change = { field: 'status', before: before.status, after: CalibrationStatus.Cancelled };
    await recordCalibration('calibration.cancelled', id, [change]);
  });
}

function recordCalibration(event: AuditEvent, entityId: string, changes: readonly AuditChange[]): Promise<void> {
  return recordAudit(event, { entityType: AuditEntity.Calibration, entityId, changes });
}

/** Subjects are in the departments of the generation, of which some may be deleted since. */
async function missingDepartments(ids: readonly string[]): ReturnType<typeof missingReferences> {
  const named = ids.map((id, at) => ({ field: `departmentIds[${at}]`, id }));
  return missingReferences(DepartmentModel, named, { ofDeletedToo: true });
}

/** Throws CONFLICT when the session has entries of subjects outside these departments. */
async function refuseLostEntries({ _id, cycleId }: Calibration, departmentIds: readonly string[]): Promise<void> {
  if (departmentIds.length === 0) return;
  const entries = await pickRows(CalibrationEntryModel.find({ sessionId: _id }), 'subjectId');
  const subjectId = { $in: entries.map((entry) => entry.subjectId) };
  const lost = await EvaluationModel.countDocuments({ cycleId, subjectId, departmentId: { $nin: [...departmentIds] } });
  if (lost > 0) throw conflict(refusal('CALIBRATION_ENTRIES_OUTSIDE', { count: lost }));
}

/** Throws CONFLICT with an overlapping open session. Call it after `holdCycle`, so that concurrent calls conflict. */
async function refuseOverlap({ _id, cycleId, departmentIds }: Calibration): Promise<void> {
  const others = await pickRows(
    CalibrationModel.find({ _id: { $ne: _id }, cycleId, status: { $in: [...OPEN_CALIBRATION] } }),
    'name',
    'departmentIds',
  );
  const inTheWay = others.find((other) => sessionsOverlap(other.departmentIds, departmentIds));
  if (inTheWay) throw conflict(refusal('CALIBRATION_OVERLAPS', { session: inTheWay.name }));
}
