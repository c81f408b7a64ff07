import { type Answer } from '../evaluation/answer.rules';
import { EvaluatorType } from '../framework/evaluator-type';
import { countsAsSubmitted } from '../evaluation/participant-status';
import {
  isRated,
  type ItemWeights,
  participantScore,
  type ScoredParticipant,
  scoreItems,
} from '../evaluation/score.rules';
import { type TemplateContent } from '../framework/template.rules';

/** A participant of a cycle, with who evaluates whom. */
export interface Rating extends ScoredParticipant {
  evaluatorId: string;
  subjectId: string;
}

/** How one evaluator uses the scale (decisions 6, "Raters"), over submitted answers to scored items; unrounded. */
export interface RaterFigures {
  evaluatorId: string;
  /** Number of item scores given. */
  ratings: number;
  /** Mean of the item scores. */
  mean: number;
  /** Own mean minus the mean of all raters (this one included) over the same subjects; positive = lenient. */
  leniency: number;
  /** Standard deviation of the own item scores (of all of them, hence divided by their number). */
  spread: number;
  /** 1 = always like the others, 0 = a whole scale apart; null when nobody else rated the same subject and item. */
  agreement: number | null;
}

/** How a subject's view of themselves differs from the others' view; unrounded. */
export interface SelfPerception {
  subjectId: string;
  /** Own score minus the mean of the other participants' scores; null when either is missing. */
  selfMinusOthers: number | null;
}

/** The rater figures of a cycle, in the order in which evaluators and subjects first appear. */
export interface RaterReport {
  raters: RaterFigures[];
  subjects: SelfPerception[];
}

/**
 * Rater figures of all participants of a cycle. In `leniency` every subject weighs as often as the rater scored it:
 * were all ratings thrown together, a rater who agrees with everybody would look strict as soon as the better subjects
 * have more raters.
 */
export function raterReport(participants: readonly Rating[], content: TemplateContent): RaterReport {
  const items = scoreItems(content);
  const submitted = participants.filter(({ status }) => countsAsSubmitted(status));
  const width = content.scale.max - content.scale.min;
  const bySubject = sumBySubject(submitted, items);
  const raters = [...groupBy(submitted, ({ evaluatorId }) => evaluatorId)].flatMap(([evaluatorId, own]) => {
    const figures = figuresOf(own, items, bySubject, width);
    return figures ? [{ evaluatorId, ...figures }] : [];
  });
  const subjects = [...groupBy(participants, ({ subjectId }) => subjectId)].map(([subjectId, ofSubject]) => ({
    subjectId,
    selfMinusOthers: selfMinusOthers(ofSubject, items),
  }));
  return { raters, subjects };
}

/** Own (Self) score minus the mean of the scores of the other submitted participants; null when either is missing. */
export function selfMinusOthers(participants: readonly ScoredParticipant[], items: ItemWeights): number | null {
  const own = new Mean();
  const others = new Mean();
  for (const { status, evaluatorType, answers } of participants) {
    const score = countsAsSubmitted(status) ? participantScore(answers, items) : null;
    if (score !== null) (evaluatorType === EvaluatorType.Self ? own : others).add(score);
  }
  return own.count > 0 && others.count > 0 ? own.value - others.value : null;
}

class Mean {
  sum = 0;
  count = 0;

  add(value: number): void {
    this.sum += value;
    this.count += 1;
  }

  get value(): number {
    return this.sum / this.count;
  }
}

/** All ratings of one subject, together and by item. */
interface SubjectSums {
  all: Mean;
  byItem: Map<string, Mean>;
}

function scoresOf(answers: readonly Answer[], items: ItemWeights): (Answer & { score: number })[] {
  return answers.filter(isRated).filter(({ itemId }) => items.has(itemId));
}

function sumBySubject(submitted: readonly Rating[], items: ItemWeights): Map<string, SubjectSums> {
  const bySubject = new Map<string, SubjectSums>();
  for (const { subjectId, answers } of submitted) {
    const sums = bySubject.get(subjectId) ?? { all: new Mean(), byItem: new Map<string, Mean>() };
    bySubject.set(subjectId, sums);
    for (const { itemId, score } of scoresOf(answers, items)) {
      const ofItem = sums.byItem.get(itemId) ?? new Mean();
      sums.byItem.set(itemId, ofItem);
      ofItem.add(score);
      sums.all.add(score);
    }
  }
  return bySubject;
}

function figuresOf(
  own: readonly Rating[],
  items: ItemWeights,
  bySubject: ReadonlyMap<string, SubjectSums>,
  width: number,
): Omit<RaterFigures, 'evaluatorId'> | null {
  const scores = new Mean();
  const everybody = new Mean();
  const distances = new Mean();
  const values: number[] = [];
  for (const { subjectId, answers } of own) {
    const sums = bySubject.get(subjectId);
    if (!sums) continue;
    for (const { itemId, score } of scoresOf(answers, items)) {
      scores.add(score);
      everybody.add(sums.all.value);
      values.push(score);
      const ofItem = sums.byItem.get(itemId);
      if (ofItem && ofItem.count > 1) distances.add(Math.abs(score - (ofItem.sum - score) / (ofItem.count - 1)));
    }
  }
  if (scores.count === 0) return null;
  const mean = scores.value;
  return {
    ratings: scores.count,
    mean,
    leniency: mean - everybody.value,
    spread: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length),
    agreement: distances.count > 0 ? 1 - distances.value / width : null,
  };
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
