import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import type { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { ReportData } from '../../worker/render/report/report.data';

/** A report of twenty items in four sections with comments and a radar of twelve requirements. */
export function sampleReport(types: readonly EvaluatorType[]): ReportData {
  const scores = Object.fromEntries(types.map((type, at) => [type, 2 + (at % 3)]));
  return {
    subject: { name: 'Ana García', jobProfile: 'Team lead', department: 'Engineering' },
    cycle: { name: 'Annual review', startDate: '2026-01-01', endDate: '2026-12-31', status: CycleStatus.Closed },
    partial: false,
    generatedAt: new Date(0),
    timezone: 'UTC',
    scale: { min: 1, max: 5, labels: [] },
    overall: 4.33,
    calibrated: null,
    effective: 4.33,
    otherComments: [],
    typeScores: types.map((type, at) => ({ type, score: 2 + (at % 3), participants: 3, submitted: 3, hidden: false })),
    anonymityMinimum: 3,
    sections: Array.from({ length: 4 }, (_, section) => ({
      title: `Section ${section + 1}`,
      items: Array.from({ length: 5 }, (_item, at) => ({
        text: `Item ${section * 5 + at + 1}: works with others towards what was agreed`,
        kind: 'Rating' as const,
        scores,
        average: 3.2,
        comments: types.map((type) => ({
          type,
          text: 'Keeps what was promised, and says early when something is late.',
        })),
      })),
    })),
    radar: Array.from({ length: 12 }, (_, at) => ({
      requirement: `Requirement ${at + 1}`,
      required: 3 + (at % 3),
      current: 2 + (at % 4),
      isCritical: at % 4 === 0,
    })),
  };
}
