import type { Cycle } from '../../shared/evaluation/cycle.model';
import { findCycle } from '../../shared/evaluation/cycle.store';
import { snapshotNames } from '../../shared/insight/snapshot-names.store';
import { subjectResult, type SubjectResult } from '../../shared/insight/subject-result.rules';
import { type EvaluatedEmployee, findEvaluated, subjectEvidence } from '../../shared/insight/subject-result.store';
import type { RatingScale } from '../../shared/framework/template.rules';
import { EVALUATOR_TYPES, type EvaluatorType } from '../../shared/framework/evaluator-type';
import type { ExportResult } from '../../shared/jobs/contract';
import { now } from '../../shared/kernel/clock';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import type { Tenant } from '../../shared/platform/tenant.model';
import { toLocale } from '../render/locale';
import { pdfPool } from '../render/renderers';
import type { ReportData, ReportItem } from '../render/report.data';
import { reportHtml } from '../render/report.html';
import type { Run } from '../run-job';
import { exportFileName, PDF, saveExport } from './export-file';
import { exportNotes } from './export-notes';

/** The individual evaluation report of one subject as a PDF (spec 4.7); whoever may export sees all rater groups. */
export async function exportReport(run: Run<'insight.export-report'>): Promise<ExportResult> {
  const { cycleId, subjectId } = run.payload;
  const [tenant, cycle] = await Promise.all([currentTenant(), findCycle(cycleId)]);
  const evaluated = await findEvaluated(cycleId, subjectId);
  const evidence = await subjectEvidence(cycle, evaluated.evaluation);
  const data = reportData({
    tenant,
    cycle,
    evaluated,
    names: await snapshotNames([evaluated.evaluation]),
    scale: evidence.content.scale,
    result: subjectResult(evidence, null),
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
  cycle: Cycle;
  evaluated: EvaluatedEmployee;
  names: Awaited<ReturnType<typeof snapshotNames>>;
  scale: RatingScale;
  result: SubjectResult;
}

function reportData({ tenant, cycle, evaluated, names, scale, result }: ReportParts): ReportData {
  const { employee, evaluation } = evaluated;
  const locale = toLocale(tenant.locale);
  return {
    subject: {
      name: employee.fullName,
      code: employee.employeeCode,
      jobProfile: names.jobProfile(evaluation.jobProfileId),
      department: names.department(evaluation.departmentId),
    },
    cycle: {
      name: cycle.name,
      startDate: cycle.startDate ?? '…',
      endDate: cycle.endDate ?? '…',
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
    typeScores: result.explanation.types
      .filter(({ participants }) => participants > 0)
      .map(({ evaluatorType, mean, participants, submitted }) => ({
        type: evaluatorType,
        score: mean,
        participants,
        submitted,
        hidden: result.hidden.has(evaluatorType),
      })),
    anonymityMinimum: tenant.settings.anonymityMinimum,
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

function reportItem({
  item,
  byType,
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
    average: overall,
    comments: comments.map(({ evaluatorType, text }) => ({ type: evaluatorType, text })),
  };
}
