import { findCycle } from '../../shared/evaluation/cycle.store';
import { CalibrationEntryModel } from '../../shared/insight/calibration-entry.model';
import { calibrationPreview } from '../../shared/insight/calibration-preview.rules';
import { coveredSubjects, findCalibration } from '../../shared/insight/calibration.store';
import { cycleContent } from '../../shared/insight/cycles.store';
import { nineBoxEvidence } from '../../shared/insight/nine-box.store';
import { now } from '../../shared/kernel/clock';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import { type CalibrationPreviewView, toPreviewView } from './calibration-preview.dto';

/** What applying a session would change over the subjects that it covers; throws NOT_FOUND. */
export async function previewCalibration(id: string): Promise<CalibrationPreviewView> {
  const session = await findCalibration(id);
  const cycle = await findCycle(session.cycleId);
  const [subjects, entries, { scale }, { settings }] = await Promise.all([
    nineBoxEvidence(cycle, coveredSubjects(session)),
    CalibrationEntryModel.find({ sessionId: id })
      .select('subjectId calibrated potential')
      .lean<{ subjectId: string; calibrated: number; potential: number | null }[]>(),
    cycleContent(cycle),
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
  const thresholds = cycle.gaps.runId === null ? null : settings.nineBox;
  return toPreviewView(calibrationPreview(previewed, scale, thresholds, now()), subjects.length);
}
