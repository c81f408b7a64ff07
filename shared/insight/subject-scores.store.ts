import { rowBatches } from '../db/batches';
import { type Participation, participation, subjectIsComplete } from '../evaluation/completeness.rules';
import type { Cycle } from '../evaluation/cycle.model';
import type { Evaluation } from '../evaluation/evaluation.model';
import { type Participant, ParticipantModel } from '../evaluation/participant.model';
import { countsAsSubmitted, type ParticipantStatus } from '../evaluation/participant-status';
import { effectiveScore, TypeMeans } from '../evaluation/score.rules';
import { EvaluatorType } from '../framework/evaluator-type';

/** The scores of one subject of a cycle, unrounded, and how far its evaluators are (spec 2.6, 2.7). */
export interface SubjectScore extends Participation {
  overall: number | null;
  calibrated: number | null;
  effective: number | null;
  /** The report is complete (spec 2.6.4). */
  complete: boolean;
  /** Mean of the potential in the managers' answers; null when none rated it. */
  managerPotential: number | null;
  /** When one of the subject's participants was changed last; null without any. */
  changedAt: Date | null;
}

const FIELDS = ['subjectId', 'evaluatorType', 'status', 'score', 'potential', 'updatedAt'] as const;
type ScoredRow = Pick<Participant, (typeof FIELDS)[number]>;
/** What a subject's score takes from the evaluation. */
type ScoredEvaluation = Pick<Evaluation, 'subjectId' | 'calibrated' | 'calibratedAt'>;

/** Up to so many subjects are asked for by id; beyond that the participants of the whole cycle are read. */
const ASK_BY_ID = 1_000;

/**
 * Scores of these subjects of a cycle, by subject id. Reads one light row per participant, since a participant's score
 * and potential are stored when it submits; no answers, and no query per subject.
 */
export async function subjectScores(
  cycle: Cycle,
  evaluations: readonly ScoredEvaluation[],
): Promise<Map<string, SubjectScore>> {
  const tallies = new Map(evaluations.map(({ subjectId }) => [subjectId, new Tally()]));
  const some = tallies.size <= ASK_BY_ID ? { subjectId: { $in: [...tallies.keys()] } } : {};
  const batches = rowBatches(ParticipantModel, { cycleId: cycle._id, ...some }, { fields: FIELDS });
  for await (const rows of batches) for (const row of rows) tallies.get(row.subjectId)?.add(row);
  return new Map(
    evaluations.map((evaluation) => {
      const tally = tallies.get(evaluation.subjectId) ?? new Tally();
      return [evaluation.subjectId, tally.score(cycle, evaluation)];
    }),
  );
}

/** What is known of one subject's participants so far. */
class Tally {
  private readonly scores = new TypeMeans();
  private readonly potentials = new TypeMeans();
  private readonly statuses: ParticipantStatus[] = [];
  private changedAt: Date | null = null;

  add({ status, evaluatorType, score, potential, updatedAt }: ScoredRow): void {
    this.statuses.push(status);
    if (this.changedAt === null || updatedAt > this.changedAt) this.changedAt = updatedAt;
    if (!countsAsSubmitted(status)) return;
    if (score !== null) this.scores.add(evaluatorType, score);
    if (potential !== null) this.potentials.add(evaluatorType, potential);
  }

  score(cycle: Cycle, { calibrated, calibratedAt }: ScoredEvaluation): SubjectScore {
    const overall = this.scores.overall(cycle.settings.weights);
    const counts = participation(this.statuses);
    return {
      ...counts,
      overall,
      calibrated,
      effective: effectiveScore(overall, calibrated),
      complete: subjectIsComplete({
        cycleStatus: cycle.status,
        participation: counts,
        useCalibration: cycle.settings.useCalibration,
        calibrationApplied: calibratedAt !== null,
      }),
      managerPotential: this.potentials.mean(EvaluatorType.Manager),
      changedAt: this.changedAt,
    };
  }
}
