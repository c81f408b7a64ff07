import { isDuplicate } from '../db/bulk';
import { type RowStamp, STAMP, stampOf, toStamp } from '../db/row-stamp';
import type { Cycle } from '../evaluation/cycle.model';
import { EvaluationModel } from '../evaluation/evaluation.model';
import { ParticipantModel } from '../evaluation/participant.model';
import { countsAsSubmitted, type ParticipantStatus } from '../evaluation/participant-status';
import { EVALUATOR_TYPES, type EvaluatorType } from '../framework/evaluator-type';
import { CareerPathModel } from '../framework/career-path.model';
import { inMs, now } from '../kernel/clock';
import { tenantId } from '../kernel/context';
import { CareerAssignmentModel } from '../people/career-assignment.model';
import { type CycleFigures, CycleFiguresModel, type CycleFiguresRow } from './cycle-figures.model';
import { countBoxes, topGaps } from './cycle-figures.rules';
import { cycleContent, cycleOfGaps } from './cycles.store';
import { readHeatmap } from './heatmap.store';
import { choosePotential, type NineBoxThresholds, placeInNineBox } from './nine-box.rules';
import { nineBoxEvidence } from './nine-box.store';
import { scoreDistribution } from './score-distribution.rules';

/** How far the evaluators of a cycle are. */
export interface CycleParticipation {
  subjects: number;
  participants: number;
  submitted: number;
  byEvaluatorType: { evaluatorType: EvaluatorType; total: number; submitted: number }[];
}

const TOP_GAPS = 5;
/** Figures are counted again after an hour in any case: the requirements of job profiles are not part of their stamp. */
const HOLDS_MS = 3_600_000;

/**
 * Participation of a cycle, live, with its scores, boxes and worst gaps. The latter take all rows of the cycle to count:
 * they are kept, and counted again when the stamp of the rows that they come from is another one. `peopleStamp` is that
 * of the employees. Five queries, one more when somebody is on a career path or the cycle is open.
 */
export async function readCycleFigures(
  cycle: Cycle,
  thresholds: NineBoxThresholds,
  peopleStamp: string,
): Promise<{ participation: CycleParticipation; figures: CycleFigures }> {
  const [groups, evaluations, assignments, kept, ofGaps] = await Promise.all([
    ParticipantModel.aggregate<ParticipantGroup>([
      { $match: { cycleId: cycle._id } },
      { $group: { _id: { evaluatorType: '$evaluatorType', status: '$status' }, ...STAMP } },
    ]),
    EvaluationModel.aggregate<RowStamp>([{ $match: { cycleId: cycle._id } }, { $group: { _id: null, ...STAMP } }]),
    CareerAssignmentModel.aggregate<RowStamp>([{ $group: { _id: null, ...STAMP } }]),
    CycleFiguresModel.findOne({ cycleId: cycle._id }).lean<CycleFiguresRow>(),
    cycleOfGaps(cycle),
  ]);
  const paths = assignments.length > 0 ? await stampOf(CareerPathModel) : '';
  const stamp = [
    `${cycle._id}.${cycle.revision}`,
    `${ofGaps._id}.${ofGaps.gaps.runId}`,
    `${thresholds.lowBelow}.${thresholds.highFrom}`,
    toStamp(groups),
    toStamp(evaluations),
    toStamp(assignments),
    paths,
    peopleStamp,
  ].join(' ');
  const holds = kept?.stamp === stamp && kept.countedAt > inMs(-HOLDS_MS);
  const figures = holds ? kept.figures : await countOnce(stamp, () => countAndKeep(cycle, ofGaps, thresholds, stamp));
  return { participation: participationOf(groups, evaluations[0]?.rows ?? 0), figures };
}

type ParticipantGroup = RowStamp & { _id: { evaluatorType: EvaluatorType; status: ParticipantStatus } };

function participationOf(groups: readonly ParticipantGroup[], subjects: number): CycleParticipation {
  const count = (wanted: (group: ParticipantGroup) => boolean): number =>
    groups.filter(wanted).reduce((sum, { rows }) => sum + rows, 0);
  const isDone = ({ _id }: ParticipantGroup): boolean => countsAsSubmitted(_id.status);
  return {
    subjects,
    participants: count(() => true),
    submitted: count(isDone),
    byEvaluatorType: EVALUATOR_TYPES.map((evaluatorType) => ({
      evaluatorType,
      total: count(({ _id }) => _id.evaluatorType === evaluatorType),
      submitted: count((group) => group._id.evaluatorType === evaluatorType && isDone(group)),
    })),
  };
}

const counting = new Map<string, Promise<CycleFigures>>();

/** Many who look at the same moment wait for one count. */
function countOnce(stamp: string, count: () => Promise<CycleFigures>): Promise<CycleFigures> {
  const key = `${tenantId()} ${stamp}`;
  const running = counting.get(key) ?? count().finally(() => counting.delete(key));
  counting.set(key, running);
  return running;
}

/** The stamp was taken before: what changes during the count is counted at the next look. */
async function countAndKeep(
  cycle: Cycle,
  ofGaps: Cycle,
  thresholds: NineBoxThresholds,
  stamp: string,
): Promise<CycleFigures> {
  const evidence = await nineBoxEvidence(cycle);
  const heatmap = await readHeatmap(ofGaps);
  const { scale } = await cycleContent(cycle);
  // A cycle whose gaps were never calculated has no nine-box (spec 4.13, rule 3).
  const placed = cycle.gaps.runId === null ? [] : evidence;
  const figures: CycleFigures = {
    distribution: scoreDistribution(
      evidence.map(({ effective }) => effective),
      scale,
    ),
    nineBox: countBoxes(
      placed.map(({ effective, potentials }) => placeInNineBox(effective, choosePotential(potentials), thresholds)),
    ),
    topGaps: topGaps(heatmap.rows(), TOP_GAPS),
  };
  await keep({ cycleId: cycle._id, stamp, countedAt: now(), figures });
  return figures;
}

async function keep(row: Pick<CycleFiguresRow, 'cycleId' | 'stamp' | 'countedAt' | 'figures'>): Promise<void> {
  const { cycleId, ...counted } = row;
  const updated = await CycleFiguresModel.updateOne({ cycleId }, { $set: counted });
  if (updated.matchedCount > 0) return;
  try {
    await CycleFiguresModel.create(row);
  } catch (error) {
    if (!isDuplicate(error)) throw error; // somebody else has counted at the same moment
  }
}
