import { type CycleFigureValues, cycleSums, participantSums } from '../../shared/evaluation/cycles/cycle-sums.store';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { shownGaps } from '../../shared/evaluation/cycles/cycle.store';
import {
  countedDistribution,
  scoreDistribution,
  type ScoreDistribution,
} from '../../shared/evaluation/score-distribution.rules';
import { binName } from '../../shared/evaluation/subject-tally.rules';
import { CareerPathModel } from '../../shared/framework/career-path.model';
import { EVALUATOR_TYPES, type EvaluatorType } from '../../shared/framework/evaluator-type';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import type { RatingScale } from '../../shared/framework/template.rules';
import { CycleCacheModel, type CycleCacheRow, type DashboardFigures } from '../../shared/insight/cycle-cache.model';
import { countBoxes, type NineBoxCounts, topGaps } from '../../shared/insight/cycle-figures.rules';
import { cycleOfGaps, cycleScale } from '../../shared/insight/cycles.store';
import { requirementFigures } from '../../shared/insight/gaps/heatmap.store';
import type { NineBoxSettings } from '../../shared/insight/nine-box.rules';
import { hasPotential, namelessEvidence, placeOf } from '../../shared/insight/nine-box.store';
import { subjectBatches } from '../../shared/insight/subjects.store';
import { CareerAssignmentModel } from '../../shared/people/career-assignment.model';
import { EmployeeModel } from '../../shared/people/employee.model';
import { rowsVersion } from '../db/rows-version.store';
import { setOrCreate } from '../db/set-or-create';
import { departmentScores } from './department-scores.store';
import { SCORED_FIELDS, subjectScore } from './subject-scores.rules';

/** What a dashboard shows of a cycle; unrounded. */
export interface CycleFigures extends DashboardFigures {
  distribution: ScoreDistribution;
}

/** How far the evaluators of a cycle are. */
export interface CycleParticipation {
  subjects: number;
  participants: number;
  submitted: number;
  byEvaluatorType: { evaluatorType: EvaluatorType; total: number; submitted: number }[];
}

const TOP_GAPS = 5;
/** What readiness depends on, which is used where no one has set a potential. */
const READINESS_SOURCES = [CycleModel, EmployeeModel, CareerAssignmentModel, CareerPathModel, JobProfileModel] as const;

/** Part of each stamp: what a release before counted lacks something. */
const FORM = 2;

/**
 * Participation of a cycle and the distribution of its scores, from its stored figures, with its boxes, worst gaps and scores by
 * department. The latter three take all rows of a cycle to count: they are cached, and counted again when what they come from
 * has changed (docs/adr/0015).
 */
export async function readCycleFigures(
  cycle: Cycle,
  settings: NineBoxSettings,
): Promise<{ participation: CycleParticipation; figures: CycleFigures }> {
  const [ofGaps, scale] = await Promise.all([cycleOfGaps(cycle), cycleScale(cycle)]);
  const sumsOf = await cycleSums([cycle._id, ofGaps._id]);
  const sums = sumsOf(cycle._id);
  const { lowBelow, highFrom, estimates = true } = settings;
  const { runId } = shownGaps(cycle);
  const gapsKey = [ofGaps._id, shownGaps(ofGaps).runId, sumsOf(ofGaps._id).subjects];
  const stamp = [
    FORM,
    runId,
    cycle.rescoring,
    lowBelow,
    highFrom,
    estimates,
    sums.subjects,
    sums.changes,
    ...gapsKey,
  ].join(' ');
  const [distribution, counted] = await Promise.all([
    readDistribution(cycle, sums, scale),
    countedFigures(cycle._id, stamp, async () => {
      const [boxes, worst, ofDepartments] = await Promise.all([
        // A cycle that shows no gaps has no nine-box.
        runId === null ? { nineBox: countBoxes([]), areJudged: true } : boxesOf(cycle, scale, settings),
        requirementFigures(ofGaps),
        departmentScores(cycle),
      ]);
      return { ...boxes, topGaps: topGaps(worst, TOP_GAPS), departmentScores: ofDepartments };
    }),
  ]);
  return { participation: participationOf(sums), figures: { distribution, ...counted } };
}

function participationOf(sums: CycleFigureValues): CycleParticipation {
  const { total, submitted } = participantSums(sums);
  return {
    subjects: sums.subjects,
    participants: total,
    submitted,
    byEvaluatorType: EVALUATOR_TYPES.map((evaluatorType) => ({
      evaluatorType,
      ...participantSums(sums, [evaluatorType]),
    })),
  };
}

async function readDistribution(cycle: Cycle, sums: CycleFigureValues, scale: RatingScale): Promise<ScoreDistribution> {
  if (cycle.rescoring === null) return countedDistribution((bin) => sums[binName(bin)], sums.withoutScore, scale);
  const scores: (number | null)[] = [];
  for await (const batch of subjectBatches(cycle._id, {}, SCORED_FIELDS))
    for (const { evaluation } of batch) scores.push(subjectScore(cycle, evaluation).effective);
  return scoreDistribution(scores, scale);
}

async function boxesOf(
  cycle: Cycle,
  scale: RatingScale,
  settings: NineBoxSettings,
): Promise<{ nineBox: NineBoxCounts; areJudged: boolean }> {
  const evidence = await namelessEvidence(cycle, scale);
  const nineBox = countBoxes(evidence.map((ofSubject) => placeOf(ofSubject, scale, settings)));
  return { nineBox, areJudged: evidence.every(hasPotential) };
}

/**
 * Returns the cached figures if the stamp matches and, unless everyone's potential was set by hand, readiness too; otherwise counts
 * and caches them.
 */
async function countedFigures(
  cycleId: string,
  stamp: string,
  count: () => Promise<DashboardFigures & { areJudged: boolean }>,
): Promise<DashboardFigures> {
  const row = await CycleCacheModel.findOne({ cycleId }).select('dashboard').lean<Pick<CycleCacheRow, 'dashboard'>>();
  const cached = row?.dashboard;
  const isSame = cached?.stamp === stamp;
  if (isSame && cached.readiness === null) return cached;
  // Read before the rows: what changes during the count is counted at the next look.
  const readiness = await rowsVersion(READINESS_SOURCES);
  if (isSame && cached.readiness === readiness) return cached;
  const { areJudged, ...counted } = await count();
  const dashboard = { ...counted, stamp, readiness: areJudged ? null : readiness };
  await setOrCreate(CycleCacheModel, { cycleId }, { dashboard });
  return counted;
}
