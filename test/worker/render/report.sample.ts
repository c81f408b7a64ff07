import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { type ReportData, type ReportItem, type ReportRequirement } from '../../../worker/render/report/report.data';

export const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/lib/chromium/chromium-headless-shell';

/** A rated item with a score from everyone but stakeholders. */
export function ratedItem(over: Partial<ReportItem> = {}): ReportItem {
  return {
    text: 'Explains decisions clearly',
    kind: 'Rating',
    scores: { Self: 4, Manager: 5, Peer: 3.125, DirectReport: 4.5 },
    average: 4.335,
    comments: [{ type: EvaluatorType.Manager, text: 'Always prepared.' }],
    ...over,
  };
}

/** So many requirements with levels between 2 and 5. */
export function requirements(count: number): ReportRequirement[] {
  return Array.from({ length: count }, (_, i) => ({
    requirement: `Competency ${i + 1}`,
    required: 3 + (i % 3),
    current: 2 + ((i * 7) % 12) / 4,
    isCritical: i % 4 === 1,
  }));
}

/** A complete report of a closed cycle; `over` replaces whole parts. */
export function reportSample(over: Partial<ReportData> = {}): ReportData {
  return {
    subject: { name: 'Ana María González', code: 'E-1042', jobProfile: 'Senior Engineer', department: 'Platform' },
    cycle: { name: 'Annual review 2026', startDate: '2026-01-12', endDate: '2026-02-27', status: CycleStatus.Closed },
    partial: false,
    generatedAt: new Date('2026-03-02T09:30:00Z'),
    timezone: 'Europe/Madrid',
    scale: { min: 1, max: 5, labels: ['Needs improvement', 'Developing', 'Meets', 'Exceeds', 'Outstanding'] },
    overall: 4.3333333,
    calibrated: null,
    effective: 4.3333333,
    otherComments: [],
    typeScores: [
      { type: EvaluatorType.Self, score: 4, participants: 1, submitted: 1, hidden: false },
      { type: EvaluatorType.Manager, score: 5, participants: 1, submitted: 1, hidden: false },
      { type: EvaluatorType.Peer, score: 3, participants: 4, submitted: 3, hidden: false },
      { type: EvaluatorType.DirectReport, score: 4.25, participants: 5, submitted: 4, hidden: false },
    ],
    anonymityMinimum: 3,
    sections: [{ title: 'Collaboration', items: [ratedItem()] }],
    radar: requirements(8),
    ...over,
  };
}
