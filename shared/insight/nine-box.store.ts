import type { Cycle } from '../evaluation/cycle.model';
import { GapModel } from './gap.model';
import {
  choosePotential,
  metShare,
  type NineBoxPlacement,
  type NineBoxThresholds,
  placeInNineBox,
  type PotentialCandidates,
  type UnplacedReason,
} from './nine-box.rules';
import { type SubjectScore, subjectScores } from './subject-scores.store';
import {
  cycleSubjects,
  snapshotFilter,
  type Subject,
  type SubjectEvaluation,
  type SubjectFilter,
} from './subjects.store';

/** The nine-box of a cycle, subjects by name; scores are unrounded. */
export interface NineBoxMap {
  placed: { subject: Subject; placement: NineBoxPlacement }[];
  unplaced: { subject: Subject; reason: UnplacedReason }[];
}

/**
 * Places the subjects of a cycle by effective score and potential. A cycle whose gaps were never calculated has no rows
 * (spec 4.13, rule 3). Four queries, whatever the number of subjects.
 */
export async function readNineBox(
  cycle: Cycle,
  thresholds: NineBoxThresholds,
  filter: SubjectFilter = {},
): Promise<NineBoxMap> {
  const map: NineBoxMap = { placed: [], unplaced: [] };
  if (cycle.gaps.runId === null) return map;
  const subjects = await cycleSubjects(cycle._id, filter);
  const scores = await subjectScores(
    cycle,
    subjects.map(({ evaluation }) => evaluation),
  );
  const readiness = await profileReadiness(cycle.gaps.runId, filter);
  for (const subject of subjects) {
    const score = scores.get(subject.id);
    const potential = choosePotential(candidates(subject.evaluation, score, readiness.get(subject.id) ?? null));
    const result = placeInNineBox(score?.effective ?? null, potential, thresholds);
    if (typeof result === 'string') map.unplaced.push({ subject, reason: result });
    else map.placed.push({ subject, placement: result });
  }
  return map;
}

function candidates(
  evaluation: SubjectEvaluation,
  score: SubjectScore | undefined,
  profileShare: number | null,
): PotentialCandidates {
  const { calibratedPotential, calibratedAt, hrPotential, hrPotentialAt } = evaluation;
  return {
    calibration:
      calibratedPotential !== null && calibratedAt ? { potential: calibratedPotential, at: calibratedAt } : null,
    hr: hrPotential !== null && hrPotentialAt ? { potential: hrPotential, at: hrPotentialAt } : null,
    managerAnswers: score?.managerPotential ?? null,
    careerReadiness: null,
    profileReadiness: profileShare,
  };
}

/** Share of met requirements by employee id, over the gaps of a run. */
async function profileReadiness(runId: string, filter: SubjectFilter): Promise<Map<string, number | null>> {
  const rows = await GapModel.aggregate<{ _id: string; gapLevels: number[] }>([
    { $match: { runId, ...snapshotFilter(filter) } },
    { $group: { _id: '$employeeId', gapLevels: { $push: '$gapLevel' } } },
  ]);
  return new Map(rows.map(({ _id, gapLevels }) => [_id, metShare(gapLevels.map((gapLevel) => ({ gapLevel })))]));
}
