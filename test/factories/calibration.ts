import { foldForSearch } from '../../shared/db/search';
import { type Calibration, CalibrationModel } from '../../shared/insight/calibration.model';
import { claimsOf } from '../../shared/insight/calibration.rules';
import { type CalibrationEntry, CalibrationEntryModel } from '../../shared/insight/calibration-entry.model';
import { CalibrationStatus } from '../../shared/insight/calibration-status';
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
    searchText: foldForSearch(name),
    ...fields,
    departmentIds,
  });
  const said = { reason: 'Compared with the others.', by: newId(), at: now() };
  await CalibrationEntryModel.create(entries.map((entry) => ({ sessionId: session._id, ...said, ...entry })));
  return session.toObject();
}
