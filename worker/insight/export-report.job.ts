import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { EVALUATOR_TYPES, type EvaluatorType } from '../../shared/framework/evaluator-type';
import { translateTemplate } from '../../shared/framework/template-translation.rules';
import { translationsFor } from '../../shared/framework/template-translation.store';
import type { RatingScale } from '../../shared/framework/template.rules';
import { snapshotNames } from '../../shared/insight/snapshot-names.store';
import { subjectResult, type SubjectResult } from '../../shared/insight/subject-result.rules';
import { type EvaluatedEmployee, findVisibleResult, subjectEvidence } from '../../shared/insight/subject-result.store';
import { viewerLimits } from '../../shared/insight/viewer-limits.store';
import type { ExportResult } from '../../shared/jobs/contract';
import { now } from '../../shared/kernel/clock';
import { viewerLocale } from '../../shared/platform/accounts/viewer-locale.store';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import type { Tenant } from '../../shared/platform/tenant.model';
import { ResultView } from '../../shared/policies/result.policy';
import { RENDERING, defineJob, type Run } from '../define-job';
import { type Locale, toLocale } from '../render/locale';
import { pdfPool } from '../render/renderers';
import type { ReportData, ReportItem } from '../render/report/report.data';
import { reportHtml } from '../render/report/report.html';
import { exportFileName, PDF, saveExport } from './export-file';
import { exportNotes } from './export-notes';

/**
 * Exports the evaluation report of one subject as a PDF with what its viewer may see when the job runs, since a cycle
 * may have been reopened after the request. Uses the language of the user who requested it. Throws NOT_FOUND.
 */
export const exportReport = defineJob({
  name: 'insight.export-report',
  retry: RENDERING,
  onFailed: null,
  run: render,
});

async function render(run: Run<'insight.export-report'>): Promise<ExportResult> {
  const { cycleId, subjectId, viewerId } = run.payload;
  const viewer = { isHr: viewerId === null, employeeId: viewerId };
  const [tenant, visible] = await Promise.all([currentTenant(), findVisibleResult(viewer, cycleId, subjectId)]);
  const { cycle, evaluated, view } = visible;
  const limits = view === ResultView.Full ? null : (await viewerLimits(cycle, [subjectId]))(subjectId);
  const locale = await viewerLocale(run.requestedBy);
  const found = await subjectEvidence(cycle, evaluated.evaluation);
  const content = translateTemplate(found.content, await translationsFor(cycle.templateId, locale));
  const evidence = { ...found, content };
  const data = reportData({
    tenant,
    locale: toLocale(locale),
    cycle,
    evaluated,
    names: await snapshotNames([evaluated.evaluation]),
    scale: content.scale,
    result: subjectResult(evidence, limits),
  });
  await run.progress(0, 2);
  const pdf = await pdfPool().render(reportHtml(data));
  const name = exportFileName(['Evaluation report', data.subject.name, cycle.name], 'pdf');
  return saveExport(run, { name, contentType: PDF }, async (destination) => {
    destination.end(pdf);
  });
}

interface ReportParts {
  tenant: Tenant;
  locale: Locale;
  cycle: Cycle;
  evaluated: EvaluatedEmployee;
  names: Awaited<ReturnType<typeof snapshotNames>>;
  scale: RatingScale;
  result: SubjectResult;
}

function reportData({ tenant, locale, cycle, evaluated, names, scale, result }: ReportParts): ReportData {
  const { employee, evaluation } = evaluated;
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
    generatedAt: now(),
    timezone: tenant.timezone,
    locale,
    scale: { min: scale.min, max: scale.max, labels: [...scale.labels] },
    overall: result.overall,
    calibrated: result.calibrated,
    effective: result.effective,
    precision: result.precision,
    typeScores: result.explanation.types
      .filter(
        ({ evaluatorType, participants, mean }) =>
          participants > 0 || mean !== null || result.hidden.has(evaluatorType),
      )
      .map(({ evaluatorType, mean, participants, submitted }) => ({
        type: evaluatorType,
        score: result.hidden.has(evaluatorType) ? null : mean,
        participants,
        submitted,
        hidden: result.hidden.has(evaluatorType),
        ...earlierDate(result.asOf.get(evaluatorType), cycle),
      })),
    anonymityMinimum: tenant.settings.anonymityMinimum,
    withheldComments: result.withheldComments,
    sections: result.sections.map(({ title, items }) => ({ title, items: items.map(reportItem) })),
    radar: result.requirements.map(({ requirement, requiredLevel, isCritical, gap }) => ({
      requirement,
      required: requiredLevel,
      current: gap?.currentLevel ?? null,
      isCritical,
    })),
    ...(result.participation.submitted === 0 ? { note: exportNotes[locale].noAnswers } : {}),
  };
}

/** Returns the date of figures that a later publishing has not replaced. */
function earlierDate(
  asOf: Date | undefined,
  { closedAt, resultsPublishedAt }: Pick<Cycle, 'closedAt' | 'resultsPublishedAt'>,
): { asOf?: string } {
  const latest = resultsPublishedAt ?? closedAt;
  return asOf && latest && asOf < latest ? { asOf: asOf.toISOString().slice(0, 10) } : {};
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
