import { isOver, resultsReleasedAt } from '../../shared/evaluation/cycles/cycle-visibility.rules';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { publishedResults, resultsIfPublishedNow } from '../../shared/evaluation/disclosure/published-results.store';
import { type Evaluation, EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { NOT_WITHDRAWN } from '../../shared/evaluation/participants/participation.store';
import { translateTemplate } from '../../shared/framework/template-translation.rules';
import { translationsFor } from '../../shared/framework/template-translation.store';
import { cycleContent } from '../../shared/insight/cycles.store';
import { snapshotNames } from '../../shared/insight/snapshot-names.store';
import { subjectResult, type ViewerLimits } from '../../shared/insight/subject-result.rules';
import { viewerLimits } from '../../shared/insight/viewer-limits.store';
import { now } from '../../shared/kernel/clock';
import { groupBy } from '../../shared/kernel/group-by';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import { toLocale } from '../render/locale';
import type { ReportData } from '../render/report/report.data';
import { reportData } from './report-data';

/** What a report shows to whom it is made for. */
export interface ReportReader {
  /** The limits of what is shown, and whether they are those of a publishing that has not happened; null: everything is shown. */
  limitsOf: ((subjectId: string) => { limits: ViewerLimits; isPreview: boolean }) | null;
  /** The language tag of a report. */
  localeOf: (subjectId: string) => string;
}

/**
 * Reads what the reports of these subjects of a cycle show, in their order, without those who are deleted; a constant
 * number of queries.
 */
export async function subjectReports(
  cycle: Cycle,
  subjectIds: readonly string[],
  { limitsOf, localeOf }: ReportReader,
): Promise<Map<string, ReportData>> {
  const some = { cycleId: cycle._id, subjectId: { $in: [...subjectIds] } };
  const [tenant, evaluations, employees, rows, content] = await Promise.all([
    currentTenant(),
    EvaluationModel.find(some).lean<Evaluation[]>(),
    EmployeeModel.find({ _id: { $in: [...subjectIds] } }).lean<Employee[]>(),
    ParticipantModel.find({ ...some, ...NOT_WITHDRAWN })
      .sort({ _id: 1 })
      .lean<Participant[]>(),
    cycleContent(cycle),
  ]);
  const names = await snapshotNames(evaluations);
  const contents = new Map(
    await Promise.all(
      [...new Set(subjectIds.map(localeOf))].map(
        async (locale) =>
          [locale, translateTemplate(content, await translationsFor(cycle.templateId, locale))] as const,
      ),
    ),
  );
  const evaluationOf = new Map(evaluations.map((evaluation) => [evaluation.subjectId, evaluation]));
  const employeeOf = new Map(employees.map((employee) => [employee._id, employee]));
  const participantsOf = groupBy(rows, ({ subjectId }) => subjectId);
  const reports = new Map<string, ReportData>();
  for (const subjectId of subjectIds) {
    const [evaluation, employee] = [evaluationOf.get(subjectId), employeeOf.get(subjectId)];
    if (!evaluation || !employee) continue;
    const locale = localeOf(subjectId);
    const { limits, isPreview } = limitsOf?.(subjectId) ?? { limits: null, isPreview: false };
    const translated = contents.get(locale) ?? content;
    const participants = participantsOf.get(subjectId) ?? [];
    const report = reportData({
      tenant,
      locale: toLocale(locale),
      cycle,
      evaluated: { employee, evaluation },
      names,
      scale: translated.scale,
      result: subjectResult({ cycle, evaluation, participants, content: translated }, limits),
      isPreview,
      at: now(),
    });
    reports.set(subjectId, report);
  }
  return reports;
}

/** Returns the limits of these subjects for a manager, or for a subject to whom the results are shown. */
export async function shownLimits(
  cycle: Cycle,
  subjectIds: readonly string[],
): Promise<NonNullable<ReportReader['limitsOf']>> {
  const limitsOf = await viewerLimits(cycle._id, subjectIds);
  return (subjectId) => ({ limits: limitsOf(subjectId), isPreview: false });
}

/**
 * Returns the limits within which each of these subjects reads the results; where they are not shown to a subject yet,
 * those that publishing them now would set.
 */
export async function subjectLimits(
  cycle: Cycle,
  subjectIds: readonly string[],
): Promise<NonNullable<ReportReader['limitsOf']>> {
  const { anonymityMinimum } = (await currentTenant()).settings;
  const rows = await EvaluationModel.find({ cycleId: cycle._id, subjectId: { $in: [...subjectIds] } })
    .select('subjectId releasedAt')
    .lean<Pick<Evaluation, 'subjectId' | 'releasedAt'>[]>();
  const shown = new Set(
    rows
      .filter(({ releasedAt }) => isOver(cycle.status) && resultsReleasedAt(cycle, releasedAt) !== null)
      .map(({ subjectId }) => subjectId),
  );
  const published = await publishedResults(cycle._id, [...shown]);
  const expected = await resultsIfPublishedNow(
    cycle,
    subjectIds.filter((id) => !shown.has(id)),
  );
  return (subjectId) => {
    const isPreview = !shown.has(subjectId);
    return { limits: { anonymityMinimum, published: (isPreview ? expected : published)(subjectId) }, isPreview };
  };
}
