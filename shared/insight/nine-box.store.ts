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
import { nextStepReadiness } from './readiness.store';
import { type SubjectScore, subjectScores } from './subject-scores.store';
import {
  cycleSubjects,
  snapshotFilter,
  type Subject,
  type SubjectEvaluation,
  type SubjectFilter,
  type SubjectPageFilter,
} from './subjects.store';

/** The nine-box of a cycle, subjects by name; scores are unrounded. */
export interface NineBoxMap {
  placed: { subject: Subject; placement: NineBoxPlacement }[];
  unplaced: { subject: Subject; reason: UnplacedReason }[];
}

/** What decides the box of a subject. */
export interface NineBoxEvidence {
  subject: Subject;
  /** The effective score, unrounded. */
  effective: number | null;
  potentials: PotentialCandidates;
  /** When the evaluation or one of its participants was changed last. */
  changedAt: Date;
}

/**
 * Places the subjects of a cycle by effective score and potential. A cycle whose gaps were never calculated has no rows
 * (spec 4.13, rule 3). A fixed number of queries, whatever the number of subjects.
 */
export async function readNineBox(
  cycle: Cycle,
  thresholds: NineBoxThresholds,
  filter: SubjectFilter = {},
): Promise<NineBoxMap> {
  const map: NineBoxMap = { placed: [], unplaced: [] };
  if (cycle.gaps.runId === null) return map;
  for (const { subject, effective, potentials } of await nineBoxEvidence(cycle, filter)) {
    const result = placeInNineBox(effective, choosePotential(potentials), thresholds);
    if (typeof result === 'string') map.unplaced.push({ subject, reason: result });
    else map.placed.push({ subject, placement: result });
  }
  return map;
}

/** What decides the boxes of these subjects of a cycle, subjects by name. */
export async function nineBoxEvidence(cycle: Cycle, filter: SubjectPageFilter = {}): Promise<NineBoxEvidence[]> {
  const { runId } = cycle.gaps;
  const subjects = await cycleSubjects(cycle._id, filter);
  const scores = await subjectScores(
    cycle,
    subjects.map(({ evaluation }) => evaluation),
  );
  const metShares = runId === null ? new Map<string, number | null>() : await profileReadiness(runId, filter);
  const evidence = subjects.map((subject): NineBoxEvidence => {
    const score = scores.get(subject.id);
    const potentials = candidates(subject.evaluation, score, metShares.get(subject.id) ?? null);
    return { subject, effective: score?.effective ?? null, potentials, changedAt: changedAt(subject, score) };
  });
  await addCareerReadiness(evidence);
  return evidence;
}

function changedAt({ evaluation }: Subject, score: SubjectScore | undefined): Date {
  const answered = score?.changedAt ?? evaluation.updatedAt;
  return answered > evaluation.updatedAt ? answered : evaluation.updatedAt;
}

/** Readiness for the next career step counts only where nobody has judged the potential, and only there it is looked for. */
async function addCareerReadiness(evidence: readonly NineBoxEvidence[]): Promise<void> {
  const unjudged = evidence.filter(
    ({ potentials: { calibration, hr, managerAnswers } }) => !calibration && !hr && managerAnswers === null,
  );
  if (unjudged.length === 0) return;
  const readiness = await nextStepReadiness(unjudged.map(({ subject }) => subject.id));
  for (const { subject, potentials } of unjudged) potentials.careerReadiness = readiness.get(subject.id) ?? null;
}

function candidates(
  evaluation: SubjectEvaluation,
  score: SubjectScore | undefined,
  profileShare: number | null,
): PotentialCandidates {
  const { calibratedPotential, calibratedPotentialAt, hrPotential, hrPotentialAt } = evaluation;
  return {
    calibration:
      calibratedPotential !== null && calibratedPotentialAt
        ? { potential: calibratedPotential, at: calibratedPotentialAt }
        : null,
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
