import { listRows } from '../../../shared/db/list';
import { pickRows } from '../../../shared/db/pick';
import { namesById } from '../../../shared/db/references';
import { searchFilter } from '../../../shared/db/search';
import { MailTriggerModel } from '../../../shared/evaluation/cycles/cycle-mail.model';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { cycleSums, participantSums } from '../../../shared/evaluation/cycles/cycle-sums.store';
import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { findCycle, shownGaps } from '../../../shared/evaluation/cycles/cycle.store';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { EvaluationTemplateModel } from '../../../shared/framework/evaluation-template.model';
import { JobProfileModel } from '../../../shared/framework/job-profile.model';
import { enumerationFilter } from '../../../shared/kernel/enumeration';
import { notFound } from '../../../shared/kernel/errors';
import { EmployeeModel } from '../../../shared/people/employee.model';
import type { PageRequest } from '../../http/pagination';
import { type CycleCounts, type CycleView, toCycleView } from './evaluation-cycles.dto';

/** Returns one page of cycles, newest first. */
export async function listCycles(
  { status, search, subjectId }: { status?: string; search?: string; subjectId?: string },
  page: PageRequest,
): Promise<{ items: CycleView[]; totalCount: number }> {
  const statusFilter = enumerationFilter(CycleStatus, status, 'status');
  const filter = {
    ...searchFilter(search),
    ...(statusFilter ? { status: statusFilter } : {}),
    ...(subjectId === undefined ? {} : { _id: { $in: await EvaluationModel.distinct('cycleId', { subjectId }) } }),
  };
  const { rows, totalCount } = await listRows(CycleModel, filter, { createdAt: -1 }, page);
  return { items: await toViews(rows), totalCount };
}

/** Throws NOT_FOUND. */
export async function getCycle(id: string): Promise<CycleView> {
  const [view] = await toViews([await findCycle(id)]);
  if (!view) throw notFound();
  return view;
}

async function toViews(rows: readonly Cycle[]): Promise<CycleView[]> {
  const ids = rows.map((row) => row._id);
  const templateIds = rows.map((row) => row.templateId);
  const rules = rows.flatMap(({ settings }) => settings.subjects ?? []);
  const [template, department, jobProfile, employee, counts, announcedAt] = await Promise.all([
    namesById(EvaluationTemplateModel, templateIds, 'name'),
    namesById(
      DepartmentModel,
      rules.flatMap(({ departmentIds }) => departmentIds),
      'name',
      { ofDeletedToo: true },
    ),
    namesById(
      JobProfileModel,
      rules.flatMap(({ jobProfileIds }) => jobProfileIds),
      'name',
      { ofDeletedToo: true },
    ),
    namesById(
      EmployeeModel,
      rules.flatMap(({ excludedIds, includedIds }) => [...excludedIds, ...includedIds]),
      'fullName',
      { ofDeletedToo: true },
    ),
    cycleCounts(ids),
    firstAnnouncements(ids),
  ]);
  return rows.map((row) =>
    toCycleView(row, {
      gaps: shownGaps(row),
      template: template(row.templateId),
      department,
      jobProfile,
      employee,
      counts: counts(row._id),
      announcedAt: announcedAt.get(row._id) ?? null,
    }),
  );
}

/** When the evaluators of these cycles were first mailed that they can answer; one query. */
async function firstAnnouncements(cycleIds: readonly string[]): Promise<Map<string, Date | null>> {
  const first = MailTriggerModel.find({ cycleId: { $in: cycleIds }, kind: 'cycle-opened', sequence: 1 });
  const mails = await pickRows(first, 'cycleId', 'plannedAt');
  return new Map(mails.map(({ cycleId, plannedAt }) => [cycleId, plannedAt]));
}

/** Counts these cycles' evaluations without withdrawn ones; one query. */
export async function cycleCounts(cycleIds: readonly string[]): Promise<(cycleId: string) => CycleCounts> {
  const sumsOf = await cycleSums(cycleIds);
  return (cycleId) => {
    const sums = sumsOf(cycleId);
    const { total, submitted } = participantSums(sums);
    return { subjects: sums.subjects, participants: total, submitted };
  };
}
