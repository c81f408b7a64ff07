import { pickRows } from '../../../shared/db/pick';
import { findCycle, shownGaps } from '../../../shared/evaluation/cycles/cycle.store';
import { CalibrationEntryModel } from '../../../shared/insight/calibration/calibration-entry.model';
import { cycleScale } from '../../../shared/insight/cycles.store';
import { nineBoxEvidence } from '../../../shared/insight/nine-box.store';
import { snapshotNames } from '../../../shared/insight/snapshot-names.store';
import { now } from '../../../shared/kernel/clock';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import { measuredScores } from '../statistics/measured-score.store';
import { type CalibrationPreviewView, toPreviewView } from './calibration-preview.dto';
import { calibrationPreview } from './calibration-preview.rules';
import { coveredSubjects, findCalibration } from './calibration.store';

/** Returns the changes that applying a session would make to the subjects that it covers; throws NOT_FOUND. */
export async function previewCalibration(id: string): Promise<CalibrationPreviewView> {
  const session = await findCalibration(id);
  const cycle = await findCycle(session.cycleId);
  const scale = await cycleScale(cycle);
  const [subjects, entries, { settings }] = await Promise.all([
    nineBoxEvidence(cycle, scale, coveredSubjects(session)),
    pickRows(CalibrationEntryModel.find({ sessionId: id }), 'subjectId', 'calibrated', 'potential'),
    currentTenant(),
  ]);
  const entryOf = new Map(entries.map((entry) => [entry.subjectId, entry]));
  const previewed = subjects.map(({ subject, effective, potentials }) => ({
    id: subject.id,
    name: subject.name,
    effective,
    potentials,
    entry: entryOf.get(subject.id) ?? null,
  }));
  const nineBox = shownGaps(cycle).runId === null ? null : settings.nineBox;
  const preview = calibrationPreview(previewed, scale, nineBox, now());
  const [names, measured] = await Promise.all([
    snapshotNames(subjects.map(({ subject }) => subject.evaluation)),
    measuredScores(cycle, settings.nineBox),
  ]);
  const evaluations = new Map(subjects.map(({ subject }) => [subject.id, subject.evaluation]));
  return toPreviewView(preview, scale, settings.nineBox, (subjectId) => {
    const evaluation = evaluations.get(subjectId);
    const departmentId = evaluation?.departmentId ?? null;
    return {
      departmentId,
      department: names.department(departmentId),
      isNearBorder: evaluation !== undefined && measured(evaluation).isNearBorder,
    };
  });
}
