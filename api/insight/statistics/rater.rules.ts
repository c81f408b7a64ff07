import { type Answer } from '../../../shared/evaluation/answer.rules';
import { Moments } from '../../../shared/evaluation/moments.rules';
import { countsAsSubmitted } from '../../../shared/evaluation/participants/participant-status';
import { isRated, type ItemWeights, type ScoredParticipant, scoreItems } from '../../../shared/evaluation/score.rules';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { type TemplateContent } from '../../../shared/framework/template.rules';
import {
  differenceFromOthers,
  type Leniency,
  LeniencyTally,
  type ScoreSum,
} from '../../../shared/insight/statistics/leniency.rules';
import { Dice } from './dice.rules';

export interface Rating extends ScoredParticipant {
  evaluatorId: string;
  subjectId: string;
}

/** How one evaluator uses the scale (docs/statistics.md), from submitted answers to scored items; unrounded. */
export interface RaterFigures extends Leniency {
  evaluatorId: string;
  /** Number of item scores given. */
  ratings: number;
  /** Mean of the item scores; null without any. */
  mean: number | null;
  /** Population standard deviation of the rater's item scores; null without any. */
  spread: number | null;
  /**
   * 1 = always like the others of the type, 0 = like dice; null when no other rater of the type rated the same subject
   * and item.
   */
  agreement: number | null;
}

/** The difference between a subject's self-assessment and the others' assessment; unrounded. */
export interface SelfPerception {
  subjectId: string;
  /** Self-score minus the mean of the other participants' scores; null when either is missing. */
  selfMinusOthers: number | null;
}

/** The rater figures of a cycle, in the order in which evaluators and subjects first appear. */
export interface RaterReport {
  raters: RaterFigures[];
  subjects: SelfPerception[];
}

/**
 * Calculates rater figures from all participants of one subject after the other, without retaining answers, so that a
 * cycle of any size fits into memory. A rater is compared with the others of the same type about the same subject.
 */
export class RaterTally {
  private readonly items: ItemWeights;
  private readonly dice: Dice;
  private readonly raters = new Map<string, RaterSums>();
  private readonly subjects: SelfPerception[] = [];

  constructor(content: TemplateContent) {
    this.items = scoreItems(content);
    this.dice = new Dice(content.scale.max - content.scale.min + 1);
  }

  /** Adds all participants of one subject; those that have not submitted are ignored. */
  addSubject(participants: readonly Rating[]): void {
    const [first] = participants;
    if (!first) return;
    const { subjectId } = first;
    this.subjects.push({ subjectId, selfMinusOthers: selfMinusOthers(participants) });
    const submitted = participants
      .filter(({ status }) => countsAsSubmitted(status))
      .map((participant) => ({
        evaluatorId: participant.evaluatorId,
        evaluatorType: participant.evaluatorType,
        score: participant.score,
        scores: scoresOf(participant.answers, this.items),
      }));
    const sums = new SubjectSums(submitted);
    for (const row of submitted) {
      if (row.score === null) continue;
      const rater = this.raters.get(row.evaluatorId) ?? new RaterSums(this.dice);
      this.raters.set(row.evaluatorId, rater);
      rater.add(row, row.score, sums);
    }
  }

  /**
   * Returns the figures of everyone who was added and gave a score. `usualOfManagers`: how much higher the managers of
   * the cycle score than the others (see `ManagerDifferences`); null when no manager can be compared.
   */
  report(usualOfManagers: number | null): RaterReport {
    const raters = [...this.raters].map(([evaluatorId, sums]) => ({ evaluatorId, ...sums.figures(usualOfManagers) }));
    return { raters, subjects: [...this.subjects] };
  }
}

/** Returns the Self score minus the mean of the other submitted participants' scores; null when either is missing. */
export function selfMinusOthers(participants: readonly ScoredParticipant[]): number | null {
  const own = new Moments();
  const others = new Moments();
  for (const { status, evaluatorType, score } of participants) {
    if (countsAsSubmitted(status) && score !== null) (evaluatorType === EvaluatorType.Self ? own : others).add(score);
  }
  return own.count > 0 && others.count > 0 ? own.mean - others.mean : null;
}

type Score = Answer & { score: number };

interface GivenScores {
  evaluatorType: EvaluatorType;
  score: number | null;
  scores: readonly Score[];
}

function scoresOf(answers: readonly Answer[], items: ItemWeights): Score[] {
  return answers.filter(isRated).filter(({ itemId }) => items.has(itemId));
}

class SubjectSums {
  private readonly sums = new Map<string, ScoreSum>();

  constructor(submitted: readonly GivenScores[]) {
    for (const { evaluatorType, score, scores } of submitted) {
      if (score !== null) {
        this.add(evaluatorType, score);
        if (evaluatorType !== EvaluatorType.Self) this.add('others', score);
      }
      for (const answer of scores) this.add(`${evaluatorType} ${answer.itemId}`, answer.score);
    }
  }

  private add(name: string, score: number): void {
    const { sum, count } = this.of(name);
    this.sums.set(name, { sum: sum + score, count: count + 1 });
  }

  private of(name: string): ScoreSum {
    return this.sums.get(name) ?? { sum: 0, count: 0 };
  }

  /** Scores that one of this type is compared with, including their own. */
  comparedWith(type: EvaluatorType): ScoreSum {
    return this.of(type === EvaluatorType.Manager ? 'others' : type);
  }

  /** Scores of an item by raters of this type. */
  ofItem(type: EvaluatorType, itemId: string): ScoreSum {
    return this.of(`${type} ${itemId}`);
  }
}

class RaterSums {
  private readonly own = new Moments();
  private readonly leniency = new LeniencyTally();
  private distance = 0;
  /** Sum of the distances that dice would have. */
  private ofDice = 0;

  constructor(private readonly dice: Dice) {}

  add({ evaluatorType, scores }: GivenScores, score: number, subject: SubjectSums): void {
    this.leniency.add(evaluatorType, differenceFromOthers(score, subject.comparedWith(evaluatorType)));
    for (const answer of scores) {
      this.own.add(answer.score);
      const sums = subject.ofItem(evaluatorType, answer.itemId);
      const difference = differenceFromOthers(answer.score, sums);
      if (difference === null) continue;
      this.distance += Math.abs(difference);
      this.ofDice += this.dice.distance(sums.count - 1);
    }
  }

  figures(usualOfManagers: number | null): Omit<RaterFigures, 'evaluatorId'> {
    const { count, mean, squares } = this.own;
    return {
      ratings: count,
      mean: count === 0 ? null : mean,
      ...this.leniency.figures(usualOfManagers),
      spread: count === 0 ? null : Math.sqrt(squares / count),
      agreement: this.ofDice === 0 ? null : 1 - this.distance / this.ofDice,
    };
  }
}
