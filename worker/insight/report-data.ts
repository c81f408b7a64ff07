import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { EVALUATOR_TYPES, type EvaluatorType } from '../../shared/framework/evaluator-type';
import type { RatingScale } from '../../shared/framework/template.rules';
import type { SnapshotNames } from '../../shared/insight/snapshot-names.store';
import type { SubjectResult } from '../../shared/insight/subject-result.rules';
import type { EvaluatedEmployee } from '../../shared/insight/subject-result.store';
import type { Tenant } from '../../shared/platform/tenant.model';
import type { Locale } from '../render/locale';
import type { ReportData, ReportItem } from '../render/report/report.data';
import { exportNotes } from './export-notes';

export interface ReportParts {
  tenant: Pick<Tenant, 'timezone'> & { settings: Pick<Tenant['settings'], 'anonymityMinimum'> };
  locale: Locale;
  cycle: Cycle;
  evaluated: EvaluatedEmployee;
  names: SnapshotNames;
  scale: RatingScale;
  result: SubjectResult;
  /** Whether it shows what its subject will read once the results are published. */
  isPreview?: boolean;
  /** When it is made. */
  at: Date;
}

/** Returns what a report prints: unrounded scores, and of others' answers only what `result` shows its viewer. */
export function reportData({
  tenant,
  locale,
  cycle,
  evaluated,
  names,
  scale,
  result,
  ...made
}: ReportParts): ReportData {
  const { employee, evaluation } = evaluated;
  const { isPreview = false, at } = made;
  const notes = [
    ...(isPreview ? [exportNotes[locale].notPublished] : []),
    ...(result.participation.submitted === 0 ? [exportNotes[locale].noAnswers] : []),
  ];
  return {
    subject: {
      name: employee.fullName,
      code: employee.employeeCode,
      jobProfile: names.jobProfile(evaluation.jobProfileId),
      department: names.department(evaluation.departmentId),
    },
    cycle: {
      name: cycle.name,
      startDate: cycle.startDate,
      endDate: cycle.endDate,
      status: cycle.status,
    },
    partial: !result.complete,
    generatedAt: at,
    timezone: tenant.timezone,
    locale,
    scale: { min: scale.min, max: scale.max, labels: [...scale.labels] },
    overall: result.overall,
    calibrated: result.calibrated,
    effective: result.effective,
    typeScores: result.explanation.types
      .filter(({ participants, mean }) => participants > 0 || mean !== null)
      .map(({ evaluatorType, mean, participants, submitted }) => ({
        type: evaluatorType,
        score: mean,
        participants,
        submitted,
        hidden: result.hiddenTypes.some((type) => type === evaluatorType),
        ...earlierDate(result.asOf.get(evaluatorType), cycle),
      })),
    anonymityMinimum: tenant.settings.anonymityMinimum,
    withheldComments: result.withheldComments,
    sections: result.sections.map(({ title, items }) => ({ title, items: items.map(reportItem) })),
    otherComments: result.otherComments.map(({ evaluatorType, text }) => ({ type: evaluatorType, text })),
    radar: result.requirements.map(({ requirement, requiredLevel, isCritical, gap }) => ({
      requirement,
      required: requiredLevel,
      current: gap?.currentLevel ?? null,
      isCritical,
    })),
    ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
  };
}

/** Returns the date of figures that a later publishing has not replaced. */
function earlierDate(asOf: Date | undefined, { closedAt }: Pick<Cycle, 'closedAt'>): { asOf?: string } {
  return asOf && closedAt && asOf < closedAt ? { asOf: asOf.toISOString().slice(0, 10) } : {};
}

function reportItem({
  item,
  byType,
  suppressed,
  overall,
  comments,
}: SubjectResult['sections'][number]['items'][number]): ReportItem {
  const scores: Partial<Record<EvaluatorType, number>> = {};
  for (const type of EVALUATOR_TYPES) {
    const score = byType[type]?.mean;
    if (score !== undefined) scores[type] = score;
  }
  return {
    text: item.text,
    kind: item.type,
    scores,
    suppressed,
    average: overall,
    comments: comments
      .filter(({ isWithheld }) => !isWithheld)
      .map(({ evaluatorType, text }) => ({ type: evaluatorType, text })),
  };
}
