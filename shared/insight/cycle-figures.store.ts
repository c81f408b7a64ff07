import { isDuplicate } from '../db/bulk';
import { changesOf } from '../db/changes.store';
import { inTransaction } from '../db/transaction';
import { type CycleFigureValues, cycleSums, participantSums } from '../evaluation/cycles/cycle-sums.store';
import { type Cycle, CycleModel } from '../evaluation/cycles/cycle.model';
import { shownGaps } from '../evaluation/cycles/cycle.store';
import { countedDistribution, scoreDistribution, type ScoreDistribution } from '../evaluation/score-distribution.rules';
import { binName } from '../evaluation/subject-tally.rules';
import { CareerPathModel } from '../framework/career-path.model';
import { EVALUATOR_TYPES, type EvaluatorType } from '../framework/evaluator-type';
import { JobProfileModel } from '../framework/job-profile.model';
import type { RatingScale } from '../framework/template.rules';
import { tenantId } from '../kernel/context';
import { CareerAssignmentModel } from '../people/career-assignment.model';
import { EmployeeModel } from '../people/employee.model';
import { type Counted, type CycleFigures, CycleFiguresModel, type CycleFiguresRow } from './cycle-figures.model';
import { countBoxes, moveInBoxes, type NineBoxCounts, type TopGap, topGaps } from './cycle-figures.rules';
import { cycleOfGaps, cycleScale } from './cycles.store';
import { readHeatmap } from './gaps/heatmap.store';
import type { NineBoxPlacement, NineBoxThresholds, UnplacedReason } from './nine-box.rules';
import { evidenceOfSubjects, isJudged, nineBoxBatches, type NineBoxEvidence, placeOf } from './nine-box.store';
import { subjectScore } from './subject-scores.rules';
import { subjectBatches } from './subjects.store';

/** How far the evaluators of a cycle are. */
export interface CycleParticipation {
  subjects: number;
  participants: number;
  submitted: number;
  byEvaluatorType: { evaluatorType: EvaluatorType; total: number; submitted: number }[];
}

const TOP_GAPS = 5;
/** What readiness depends on, which stands in where no one has judged a potential. */
const READINESS_SOURCES = [CycleModel, EmployeeModel, CareerAssignmentModel, CareerPathModel, JobProfileModel] as const;

/**
 * Participation of a cycle and the distribution of its scores, from its kept figures, with its boxes and worst gaps. The
 * latter two take all rows of a closed cycle to count: they are kept, and counted again when what they come from has changed
 * (docs/adr/0015).
 */
export async function readCycleFigures(
  cycle: Cycle,
  thresholds: NineBoxThresholds,
): Promise<{ participation: CycleParticipation; figures: CycleFigures }> {
  const [ofGaps, scale] = await Promise.all([cycleOfGaps(cycle), cycleScale(cycle)]);
  const [sumsOf, kept, changes] = await Promise.all([
    cycleSums([cycle._id, ofGaps._id]),
    CycleFiguresModel.findOne({ cycleId: cycle._id }).lean<CycleFiguresRow>(),
    changesOf(READINESS_SOURCES),
  ]);
  const sums = sumsOf(cycle._id);
  const { runId } = shownGaps(cycle);
  const gapStamp = `${ofGaps._id}.${shownGaps(ofGaps).runId}.${sumsOf(ofGaps._id).subjects}`;
  const stamps = stampsOfBoxes(runId, thresholds, sums, changes);
  const [distribution, nineBox, gaps] = await Promise.all([
    readDistribution(cycle, sums, scale),
    // A cycle that shows no gaps has no nine-box (spec 4.13, rule 3).
    runId === null
      ? countBoxes([])
      : counted(cycle, 'nineBox', kept?.nineBox, Object.values(stamps), () =>
          boxesOf(cycle, scale, thresholds, stamps),
        ),
    counted(cycle, 'topGaps', kept?.topGaps, [gapStamp], async () => ({
      stamp: gapStamp,
      figures: await worstGaps(ofGaps),
    })),
  ]);
  return { participation: participationOf(sums), figures: { distribution, nineBox, topGaps: gaps } };
}

/** Until when counted boxes hold. */
interface BoxStamps {
  /** Until the cycle changes: someone has judged the potential of everyone. */
  judged: string;
  /** And until what readiness depends on changes. */
  byReadiness: string;
}

function stampsOfBoxes(
  runId: string | null,
  { lowBelow, highFrom }: NineBoxThresholds,
  { subjects, changes }: Pick<CycleFigureValues, 'subjects' | 'changes'>,
  ofSources: string,
): BoxStamps {
  const judged = [runId, lowBelow, highFrom, subjects, changes].join(' ');
  return { judged, byReadiness: `${judged} ${ofSources}` };
}

/** More subjects than these are counted again with all others at the next look. */
const MAX_MOVED = 2_000;

/**
 * Runs a change of subjects of a cycle in a transaction; the change calls `noteCycleChange` once, and `subjectIds` says in the
 * transaction whose places it may change. They move in the boxes that are kept, so that the next look need not count all; where
 * those do not hold, or do not any more, it counts.
 */
export async function changeSubjects<T>(
  cycle: Cycle,
  thresholds: NineBoxThresholds,
  subjectIds: () => Promise<readonly string[]>,
  change: () => Promise<T>,
): Promise<T> {
  const [scale, sumsOf, ofSources] = await Promise.all([
    cycleScale(cycle),
    cycleSums([cycle._id]),
    changesOf(READINESS_SOURCES),
  ]);
  const sums = sumsOf(cycle._id);
  const { runId } = shownGaps(cycle);
  const stamps = stampsOfBoxes(runId, thresholds, sums, ofSources);
  // What else changes at the same time makes another stamp than these.
  const stampsAfter = stampsOfBoxes(runId, thresholds, { ...sums, changes: sums.changes + 1 }, ofSources);
  return inTransaction(async () => {
    const kept = await CycleFiguresModel.findOne({ cycleId: cycle._id }).lean<CycleFiguresRow>();
    if (!kept?.nineBox || !Object.values(stamps).includes(kept.nineBox.stamp)) return change();
    const moved = await subjectIds();
    if (moved.length > MAX_MOVED) return change();
    const wereJudged = kept.nineBox.stamp === stamps.judged;
    const evidence = () => evidenceOfSubjects(cycle, scale, moved);
    const place = (of: NineBoxEvidence) => placeOf(of, scale, thresholds);
    const from = await evidence();
    const result = await change();
    const to = await evidence();
    const stamp = wereJudged && to.every(isJudged) ? stampsAfter.judged : stampsAfter.byReadiness;
    const figures = moveInBoxes(kept.nineBox.figures, from.map(place), to.map(place));
    await CycleFiguresModel.updateOne({ _id: kept._id }, { $set: { nineBox: { stamp, figures } } });
    return result;
  });
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
  for await (const batch of subjectBatches(cycle._id))
    for (const { evaluation } of batch) scores.push(subjectScore(cycle, evaluation).effective);
  return scoreDistribution(scores, scale);
}

async function boxesOf(
  cycle: Cycle,
  scale: RatingScale,
  thresholds: NineBoxThresholds,
  { judged, byReadiness }: BoxStamps,
): Promise<Counted<NineBoxCounts>> {
  const places: (NineBoxPlacement | UnplacedReason)[] = [];
  let areJudged = true;
  for await (const batch of nineBoxBatches(cycle, scale))
    for (const evidence of batch) {
      places.push(placeOf(evidence, scale, thresholds));
      areJudged &&= isJudged(evidence);
    }
  return { stamp: areJudged ? judged : byReadiness, figures: countBoxes(places) };
}

async function worstGaps(ofGaps: Cycle): Promise<TopGap[]> {
  return topGaps((await readHeatmap(ofGaps)).rows(), TOP_GAPS);
}

const counting = new Map<string, Promise<unknown>>();

/** What was counted under one of these stamps; else it is counted, once for all who look at the same moment, and kept. */
async function counted<T>(
  { _id: cycleId }: Cycle,
  field: 'nineBox' | 'topGaps',
  kept: Counted<T> | null | undefined,
  stamps: readonly string[],
  count: () => Promise<Counted<T>>,
): Promise<T> {
  if (kept && stamps.includes(kept.stamp)) return kept.figures;
  const key = [tenantId(), cycleId, field, ...stamps].join(' ');
  const running = counting.get(key) as Promise<T> | undefined;
  if (running) return running;
  // The stamps were taken before: what changes during the count is counted at the next look.
  const counts = count()
    .then(async (result) => {
      await keep(cycleId, { [field]: result });
      return result.figures;
    })
    .finally(() => counting.delete(key));
  counting.set(key, counts);
  return counts;
}

async function keep(cycleId: string, figures: Partial<Pick<CycleFiguresRow, 'nineBox' | 'topGaps'>>): Promise<void> {
  const update = () => CycleFiguresModel.updateOne({ cycleId }, { $set: figures });
  if ((await update()).matchedCount > 0) return;
  try {
    await CycleFiguresModel.create({ cycleId, ...figures });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    await update(); // the other figures of the cycle were kept at the same moment
  }
}
