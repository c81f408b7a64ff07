import { EVALUATOR_TYPES, EvaluatorType, type EvaluatorWeights } from '../framework/evaluator-type';
import type { RatingScale } from '../framework/template.rules';
import type { Participation } from './completeness.rules';
import { countsAsSubmitted, ParticipantStatus } from './participants/participant-status';
import { isWithdrawn, type ParticipantFacts } from './participants/participation.rules';
import type { Presence } from './participants/presence';
import { MAX_BINS, scoreBin } from './score-distribution.rules';
import { effectiveScore, TypeMeans, weightedMean } from './score.rules';

/**
 * What the participants of a subject add up to, and what the subject adds to the figures of its cycle (docs/adr/0026). Both
 * are stored; these functions alone say what is stored, and what is read from it.
 */

/** The participants of one evaluator type. A count that is omitted is 0. */
export interface TypeTally {
  asked?: number;
  withdrawn?: number;
  submitted?: number;
  acknowledged?: number;
  /** Submitted or acknowledged ones without a score, in which nothing is rated. */
  unscored?: number;
  /** Mean of the scores, unrounded; omitted without any. */
  mean?: number;
}

/** What is stored of the participants of a subject. */
export interface SubjectTally {
  types: Partial<Record<EvaluatorType, TypeTally>>;
  /** Mean of the potential in the managers' answers, on the scale of the template; null when none rated it. */
  managerPotential: number | null;
  /** As what the subject counts in the figures of the cycle. */
  presence: Presence;
  isCalibrated: boolean;
  /** The bin of the effective score; null without a score. */
  bin: number | null;
}

/** What a tally takes from a participant. */
export interface TalliedParticipant extends ParticipantFacts {
  evaluatorType: EvaluatorType;
  score: number | null;
  potential: number | null;
}

/** What a tally takes from the evaluation. */
export interface TalliedEvaluation {
  subjectPresence: Presence;
  calibrated: number | null;
  calibratedAt: Date | null;
}

/** What decides about scores in a cycle. */
export interface Scoring {
  weights: Readonly<EvaluatorWeights>;
  scale: Pick<RatingScale, 'min' | 'max'>;
}

/** The stored part of an evaluation that follows from others. */
export interface Tallied {
  tally: SubjectTally;
  effective: number | null;
}

/** Adds up the participants of a subject. */
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

/** A tally under other weights, or of an evaluation that was calibrated: no participant is read again. */
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
  return weightedMean((type) => tally?.types[type]?.mean ?? null, weights);
}

/** The number of scores that the mean of an evaluator type is made of. */
export function scoresIn({ submitted = 0, acknowledged = 0, unscored = 0 }: TypeTally): number {
  return submitted + acknowledged - unscored;
}

/** How many of a subject's evaluators have answered, without those who are withdrawn. */
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
/** A state in which participants are counted: those who are asked, and withdrawn ones, are both InProgress. */
export type ParticipantState = (typeof STATES)[number];
type BinName = `bin${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`;
type StateName = `${EvaluatorType}-${ParticipantState}`;

/** The figures of a cycle that are kept: names of sums. */
export type CycleFigureName = 'subjects' | 'done' | 'doneCalibrated' | 'withoutScore' | 'changes' | BinName | StateName;

/** The name of the figure that counts the participants of a type in a state. */
export function stateName(type: EvaluatorType, state: ParticipantState): StateName {
  return `${type}-${state}`;
}

/** The name of the figure that counts the scores of a bin. */
export function binName(bin: number): BinName {
  return `bin${bin}` as BinName;
}

/** All figures of a cycle that subjects add to. */
export const CYCLE_FIGURES: readonly CycleFigureName[] = [
  'subjects',
  'done',
  'doneCalibrated',
  'withoutScore',
  ...Array.from({ length: MAX_BINS }, (_, bin) => binName(bin)),
  ...EVALUATOR_TYPES.flatMap((type) => STATES.map((state) => stateName(type, state))),
];

/** What a subject with this tally adds to the figures of its cycle. */
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

/** Whether two tallies say the same. */
export function sameTally(left: SubjectTally | undefined, right: SubjectTally | undefined): boolean {
  return normalized(left) === normalized(right);
}

/** Counts of 0 and omitted ones are the same. */
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
