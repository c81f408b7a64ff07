import { claimsOf } from '../../api/insight/calibration/calibration.rules';
import { type CalibrationEntry, CalibrationEntryModel } from '../../shared/insight/calibration/calibration-entry.model';
import { CalibrationStatus } from '../../shared/insight/calibration/calibration-status';
import { type Calibration, CalibrationModel } from '../../shared/insight/calibration/calibration.model';
import { now } from '../../shared/kernel/clock';
import { newId } from '../../shared/kernel/ids';

/** An InProgress session of a cycle with these entries, without their history; runs inside `tenant.within`. */
export async function makeCalibration(
  cycleId: string,
  entries: readonly (Pick<CalibrationEntry, 'subjectId' | 'calibrated'> & Partial<CalibrationEntry>)[],
  fields: Partial<Calibration> = {},
): Promise<Calibration> {
  const name = fields.name ?? 'Calibration';
  const departmentIds = fields.departmentIds ?? [];
  const session = await CalibrationModel.create({
    cycleId,
    name,
    status: CalibrationStatus.InProgress,
    claims: claimsOf(departmentIds),
    ...fields,
    departmentIds,
  });
  const defaults = { reason: 'Compared with the others.', by: newId(), at: now() };
  await CalibrationEntryModel.create(entries.map((entry) => ({ sessionId: session._id, ...defaults, ...entry })));
  return session.toObject();
}
