import { Moments } from '../../evaluation/moments.rules';
import { singleRaterReliability } from '../../evaluation/reliability.rules';
import { EVALUATOR_TYPES, EvaluatorType } from '../../framework/evaluator-type';
import { ManagerDifferences } from './leniency.rules';

/** A submitted evaluation with its score; null without a rating. */
export interface SubmittedScore {
  subjectId: string;
  evaluatorId: string;
  evaluatorType: EvaluatorType;
  score: number | null;
}

/** The scores that one evaluator type gave in a cycle; unrounded. */
export interface TypeStatistics {
  /** Subjects with a submitted evaluation by an evaluator of the type. */
  subjects: number;
  /** Submitted evaluations. */
  raters: number;
  /** Variance of the scores in the cycle; null for fewer than two. */
  variance: number | null;
  /** Measured reliability of one rater; null when too few subjects have two. */
  singleRater: number | null;
}

/** Statistics of a cycle's scores by rater (docs/statistics.md); unrounded. */
export interface CycleStatistics {
  types: Record<EvaluatorType, TypeStatistics>;
  /** How much higher its managers score than the other raters except Self; null when no manager can be compared. */
  usualOfManagers: number | null;
}

/** The scores of one subject so far. */
interface SubjectScores {
  types: Partial<Record<EvaluatorType, Moments>>;
  others: { sum: number; count: number };
  byManagers: { evaluatorId: string; score: number }[];
}

/** Calculates the statistics of a cycle from its submitted evaluations in any order, with a few numbers for each subject. */
export class CycleStatisticsTally {
  private readonly subjects = new Map<string, SubjectScores>();
  private readonly raters = new Map<EvaluatorType, number>();
  private readonly all = new Map<EvaluatorType, Moments>();

  add({ subjectId, evaluatorId, evaluatorType, score }: SubmittedScore): void {
    this.raters.set(evaluatorType, (this.raters.get(evaluatorType) ?? 0) + 1);
    let subject = this.subjects.get(subjectId);
    if (!subject) {
      subject = { types: {}, others: { sum: 0, count: 0 }, byManagers: [] };
      this.subjects.set(subjectId, subject);
    }
    const ofType = (subject.types[evaluatorType] ??= new Moments());
    if (score === null) return;
    ofType.add(score);
    const all = this.all.get(evaluatorType) ?? new Moments();
    this.all.set(evaluatorType, all);
    all.add(score);
    if (evaluatorType === EvaluatorType.Self) return;
    subject.others.sum += score;
    subject.others.count += 1;
    if (evaluatorType === EvaluatorType.Manager) subject.byManagers.push({ evaluatorId, score });
  }

  report(): CycleStatistics {
    const subjects = [...this.subjects.values()];
    const managers = new ManagerDifferences();
    for (const { byManagers, others } of subjects)
      for (const { evaluatorId, score } of byManagers) managers.add(evaluatorId, score, others);
    const types = EVALUATOR_TYPES.map((type): [EvaluatorType, TypeStatistics] => {
      const ofType = subjects.flatMap((subject) => subject.types[type] ?? []);
      return [
        type,
        {
          subjects: ofType.length,
          raters: this.raters.get(type) ?? 0,
          variance: this.all.get(type)?.variance ?? null,
          singleRater: singleRaterReliability(ofType),
        },
      ];
    });
    return {
      types: Object.fromEntries(types) as CycleStatistics['types'],
      usualOfManagers: managers.mean,
    };
  }
}
