import { type Answer } from '../evaluation/answer.rules';
import { countsAsSubmitted } from '../evaluation/participants/participant-status';
import { isRated, type ItemWeights, keptScore, type ScoredParticipant, scoreItems } from '../evaluation/score.rules';
import { EvaluatorType } from '../framework/evaluator-type';
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
  /** Standard deviation of the rater's item scores (of all of them, hence divided by their number). */
  spread: number;
  /** 1 = always like the others, 0 = a whole scale apart; null when no one else rated the same subject and item. */
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
 * Rater figures, fed subject by subject with all of its participants, so that a cycle of any size passes through; answers
 * are not kept. In `leniency` every subject weighs as often as the rater scored it: were all ratings thrown together, a
 * rater who agrees with everyone would look strict as soon as the better subjects have more raters.
 */
export class RaterTally {
  private readonly items: ItemWeights;
  private readonly width: number;
  private readonly raters = new Map<string, RaterSums>();
  private readonly subjects: SelfPerception[] = [];

  constructor(content: TemplateContent) {
    this.items = scoreItems(content);
    this.width = content.scale.max - content.scale.min;
  }

  /** Adds all participants of one subject; the evaluator of those that have not submitted gains nothing by it. */
  addSubject(participants: readonly Rating[]): void {
    const [first] = participants;
    if (!first) return;
    const { subjectId } = first;
    this.subjects.push({ subjectId, selfMinusOthers: selfMinusOthers(participants, this.items) });
    const submitted = participants
      .filter(({ status }) => countsAsSubmitted(status))
      .map(({ evaluatorId, answers }) => ({ evaluatorId, scores: scoresOf(answers, this.items) }));
    const sums = sumsOf(submitted.flatMap(({ scores }) => scores));
    for (const { evaluatorId, scores } of submitted) {
      if (scores.length === 0) continue;
      const rater = this.raters.get(evaluatorId) ?? new RaterSums();
      this.raters.set(evaluatorId, rater);
      for (const answer of scores) rater.add(answer, sums);
    }
  }

  /** The figures of everyone who was added and gave a score. */
  report(): RaterReport {
    const raters = [...this.raters].map(([evaluatorId, sums]) => ({ evaluatorId, ...sums.figures(this.width) }));
    return { raters, subjects: [...this.subjects] };
  }
}

/** Own (Self) score minus the mean of the scores of the other submitted participants; null when either is missing. */
export function selfMinusOthers(participants: readonly ScoredParticipant[], items: ItemWeights): number | null {
  const own = new Mean();
  const others = new Mean();
  const scoreOf = keptScore(items);
  for (const participant of participants) {
    const { status, evaluatorType } = participant;
    const score = countsAsSubmitted(status) ? scoreOf(participant) : null;
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

type Score = Answer & { score: number };

/** All ratings of one subject, together and by item. */
interface SubjectSums {
  all: Mean;
  byItem: Map<string, Mean>;
}

function scoresOf(answers: readonly Answer[], items: ItemWeights): Score[] {
  return answers.filter(isRated).filter(({ itemId }) => items.has(itemId));
}

function sumsOf(scores: readonly Score[]): SubjectSums {
  const sums: SubjectSums = { all: new Mean(), byItem: new Map() };
  for (const { itemId, score } of scores) {
    const ofItem = sums.byItem.get(itemId) ?? new Mean();
    sums.byItem.set(itemId, ofItem);
    ofItem.add(score);
    sums.all.add(score);
  }
  return sums;
}

/** What is known of one rater so far. */
class RaterSums {
  private readonly own = new Mean();
  private readonly everybody = new Mean();
  private readonly distances = new Mean();
  /** Sum of squared distances from the rater's mean, kept up to date score by score (Welford), so that no score is kept. */
  private squares = 0;

  add({ itemId, score }: Score, subject: SubjectSums): void {
    const before = this.own.count > 0 ? this.own.value : score;
    this.own.add(score);
    this.squares += (score - before) * (score - this.own.value);
    this.everybody.add(subject.all.value);
    const ofItem = subject.byItem.get(itemId);
    if (ofItem && ofItem.count > 1) this.distances.add(Math.abs(score - (ofItem.sum - score) / (ofItem.count - 1)));
  }

  figures(width: number): Omit<RaterFigures, 'evaluatorId'> {
    const { count, value: mean } = this.own;
    return {
      ratings: count,
      mean,
      leniency: mean - this.everybody.value,
      spread: Math.sqrt(Math.max(0, this.squares) / count),
      agreement: this.distances.count > 0 ? 1 - this.distances.value / width : null,
    };
  }
}
