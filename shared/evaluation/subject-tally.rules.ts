import { EVALUATOR_TYPES, EvaluatorType, type EvaluatorWeights } from '../framework/evaluator-type';
import type { RatingScale } from '../framework/template.rules';
import type { Participation } from './completeness.rules';
import { countsAsSubmitted, ParticipantStatus } from './participants/participant-status';
import { isWithdrawn, type ParticipantFacts } from './participants/participation.rules';
import type { Presence } from './participants/presence';
import { MAX_BINS, scoreBin } from './score-distribution.rules';
import { effectiveScore, TypeMeans, weightedMean } from './score.rules';

/**
 * The tally of a subject's participants, and its contribution to the figures of the cycle (docs/adr/0026). Both are
 * stored; only these functions decide what is stored and how it is read.
 */

/** The participants of one evaluator type; an omitted count is 0. */
export interface TypeTally {
  asked?: number;
  withdrawn?: number;
  submitted?: number;
  acknowledged?: number;
  /** Submitted or acknowledged participants without a score, because nothing is rated. */
  unscored?: number;
  /** Mean of the scores, unrounded; omitted without any. */
  mean?: number;
}

/** The stored counts and means of a subject's participants. */
export interface SubjectTally {
  types: Partial<Record<EvaluatorType, TypeTally>>;
  /** Mean of the potential in the managers' answers, on the scale of the template; null when none rated it. */
  managerPotential: number | null;
  /** The presence under which the subject counts in the figures of the cycle. */
  presence: Presence;
  isCalibrated: boolean;
  /** The bin of the effective score; null without a score. */
  bin: number | null;
}

export interface TalliedParticipant extends ParticipantFacts {
  evaluatorType: EvaluatorType;
  score: number | null;
  potential: number | null;
}

export interface TalliedEvaluation {
  subjectPresence: Presence;
  calibrated: number | null;
  calibratedAt: Date | null;
}

export interface Scoring {
  weights: Readonly<EvaluatorWeights>;
  scale: Pick<RatingScale, 'min' | 'max'>;
}

export interface Tallied {
  tally: SubjectTally;
  effective: number | null;
}

/** Counts a subject's evaluators by type and state; means and effective score are unrounded, and null when nothing counts. */
export function tallySubject(
  participants: Iterable<TalliedParticipant>,
  evaluation: TalliedEvaluation,
  scoring: Scoring,
): Tallied {
  const types: SubjectTally['types'] = {};
  const scores = new TypeMeans();
  const potentials = new TypeMeans();
  for (const participant of participants) {
    const { evaluatorType, status, score, potential } = participant;
    const ofType = (types[evaluatorType] ??= {});
    const state = stateOf(participant);
    ofType[state] = (ofType[state] ?? 0) + 1;
    if (!countsAsSubmitted(status)) continue;
    if (score === null) ofType.unscored = (ofType.unscored ?? 0) + 1;
    else scores.add(evaluatorType, score);
    if (potential !== null) potentials.add(evaluatorType, potential);
  }
  for (const type of EVALUATOR_TYPES) {
    const [ofType, mean] = [types[type], scores.mean(type)];
    if (ofType && mean !== null) ofType.mean = mean;
  }
  return judged({ types, managerPotential: potentials.mean(EvaluatorType.Manager) }, evaluation, scoring);
}

function stateOf(participant: TalliedParticipant): ParticipantState {
  if (participant.status === ParticipantStatus.Submitted) return 'submitted';
  if (participant.status === ParticipantStatus.Acknowledged) return 'acknowledged';
  return isWithdrawn(participant) ? 'withdrawn' : 'asked';
}

/** Recalculates a tally after a change of weights or calibration without reading the participants. */
function judged(
  { types, managerPotential }: Pick<SubjectTally, 'types' | 'managerPotential'>,
  { subjectPresence, calibrated, calibratedAt }: TalliedEvaluation,
  { weights, scale }: Scoring,
): Tallied {
  const effective = effectiveScore(overallOf({ types }, weights), calibrated);
  return {
    tally: {
      types,
      managerPotential,
      presence: subjectPresence,
      isCalibrated: calibratedAt !== null,
      bin: effective === null ? null : scoreBin(effective, scale),
    },
    effective,
  };
}

/** The overall score of a subject, unrounded; null when nothing counts. */
export function overallOf(
  tally: Pick<SubjectTally, 'types'> | undefined,
  weights: Readonly<EvaluatorWeights>,
): number | null {
  return weightedMean(meansOf(tally), weights);
}

/** The mean of each evaluator type, unrounded; null without scores. */
export function meansOf(tally: Pick<SubjectTally, 'types'> | undefined): (type: EvaluatorType) => number | null {
  return (type) => tally?.types[type]?.mean ?? null;
}

export function scoresIn({ submitted = 0, acknowledged = 0, unscored = 0 }: TypeTally): number {
  return submitted + acknowledged - unscored;
}

/** Counts a subject's evaluators without withdrawn ones, by whether they have submitted. */
export function participationOf(tally: Pick<SubjectTally, 'types'> | undefined): Participation {
  const counts: Participation = { totalParticipants: 0, submitted: 0, acknowledged: 0 };
  for (const { asked = 0, submitted = 0, acknowledged = 0 } of Object.values(tally?.types ?? {})) {
    counts.totalParticipants += asked + submitted + acknowledged;
    counts.submitted += submitted + acknowledged;
    counts.acknowledged += acknowledged;
  }
  return counts;
}

const STATES = ['asked', 'withdrawn', 'submitted', 'acknowledged'] as const;
/** A status under which participants are counted; withdrawn ones are counted apart from the other InProgress ones. */
export type ParticipantState = (typeof STATES)[number];
type BinName = `bin${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`;
type StateName = `${EvaluatorType}-${ParticipantState}`;

export type CycleFigureName = 'subjects' | 'done' | 'doneCalibrated' | 'withoutScore' | 'changes' | BinName | StateName;

export function stateName(type: EvaluatorType, state: ParticipantState): StateName {
  return `${type}-${state}`;
}

export function binName(bin: number): BinName {
  return `bin${bin}` as BinName;
}

export const CYCLE_FIGURES: readonly CycleFigureName[] = [
  'subjects',
  'done',
  'doneCalibrated',
  'withoutScore',
  ...Array.from({ length: MAX_BINS }, (_, bin) => binName(bin)),
  ...EVALUATOR_TYPES.flatMap((type) => STATES.map((state) => stateName(type, state))),
];

export function contribution({ types, bin, isCalibrated }: SubjectTally): Partial<Record<CycleFigureName, number>> {
  const values: Partial<Record<CycleFigureName, number>> = { subjects: 1 };
  values[bin === null ? 'withoutScore' : binName(bin)] = 1;
  for (const type of EVALUATOR_TYPES)
    for (const state of STATES) {
      const count = types[type]?.[state] ?? 0;
      if (count > 0) values[stateName(type, state)] = count;
    }
  const { totalParticipants, submitted } = participationOf({ types });
  if (totalParticipants > 0 && submitted === totalParticipants) {
    values.done = 1;
    if (isCalibrated) values.doneCalibrated = 1;
  }
  return values;
}

/** Whether two tallies are equal; a count of 0 equals an omitted one. */
export function sameTally(left: SubjectTally | undefined, right: SubjectTally | undefined): boolean {
  return normalized(left) === normalized(right);
}

function normalized(tally: SubjectTally | undefined): string {
  if (!tally) return '';
  const { types, managerPotential, presence, isCalibrated, bin } = tally;
  const counts = EVALUATOR_TYPES.map((type) => [
    ...STATES.map((state) => types[type]?.[state] ?? 0),
    types[type]?.unscored ?? 0,
    types[type]?.mean,
  ]);
  return JSON.stringify([counts, managerPotential, presence, isCalibrated, bin]);
}
