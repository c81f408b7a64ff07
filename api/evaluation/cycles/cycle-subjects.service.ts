import { missingReferences } from '../../../shared/db/references';
import { inTransaction } from '../../../shared/db/transaction';
import { onlyIncludes, type SubjectRule } from '../../../shared/evaluation/cycles/cycle-subjects.rules';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { assertOpenToParticipants, holdCycle, preparedCycle } from '../../../shared/evaluation/cycles/cycle.store';
import { type Evaluation, EvaluationModel, type Withdrawal } from '../../../shared/evaluation/evaluation.model';
import { Presence } from '../../../shared/evaluation/participants/presence';
import { restoreSubjects, withdrawSubjects } from '../../../shared/evaluation/participants/withdrawal.store';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { JobProfileModel } from '../../../shared/framework/job-profile.model';
import { enqueueStored, storeJob } from '../../../shared/jobs/enqueue';
import type { Job } from '../../../shared/jobs/job.model';
import { readCalendarDates } from '../../../shared/kernel/calendar-dates';
import { now } from '../../../shared/kernel/clock';
import { actor } from '../../../shared/kernel/context';
import { assertValid, invalid, notFound } from '../../../shared/kernel/errors';
import { type FieldRefusal, refusal } from '../../../shared/kernel/refusals/refusal';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { ensureEmployeeUsage } from '../../../shared/people/employee.store';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { serializeEmployeeChanges } from '../../../shared/platform/plan-usage.store';
import type { CycleSubjectsInput } from './cycle-subjects.dto';

/** Returns the rule of a body with its defaults; throws VALIDATION for a date that is none, and for a rule that names no one. */
export function toSubjectRule(input: CycleSubjectsInput | null): SubjectRule | null {
  if (input === null) return null;
  const unique = (ids: readonly string[] = []): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];
  const { hiredBefore = null } = readCalendarDates({ hiredBefore: input.hiredBefore }, 'settings.subjects.');
  const rule = {
    departmentIds: unique(input.departmentIds),
    jobProfileIds: unique(input.jobProfileIds),
    hiredBefore,
    excludedIds: unique(input.excludedIds),
    includedIds: unique(input.includedIds),
  };
  if (onlyIncludes(rule) && rule.includedIds.length === 0)
    throw invalid({ field: 'settings.subjects', ...refusal('MUST_NAME_WHO_IS_EVALUATED') });
  return rule;
}

/** Returns what a changed rule names that does not exist; what it named before is not checked again. */
export async function missingInRule(rule: SubjectRule | null, before: SubjectRule | null): Promise<FieldRefusal[]> {
  if (rule === null) return [];
  const added = (kind: 'departmentIds' | 'jobProfileIds' | 'excludedIds' | 'includedIds') =>
    rule[kind].flatMap((id, at) =>
      before?.[kind].includes(id) ? [] : [{ field: `settings.subjects.${kind}[${at}]`, id }],
    );
  return [
    ...(await missingReferences(DepartmentModel, added('departmentIds'))),
    ...(await missingReferences(JobProfileModel, added('jobProfileIds'))),
    ...(await missingReferences(EmployeeModel, [...added('excludedIds'), ...added('includedIds')])),
  ];
}

/**
 * Adds Active employees to the subjects of a cycle, also those who were withdrawn, and returns the job that makes their
 * evaluations. A rule who is evaluated includes them from then on. Throws NOT_FOUND, VALIDATION, and CONFLICT when it is over.
 */
export async function addSubjects(
  cycleId: string,
  employeeIds: readonly string[],
): Promise<Job & { type: 'evaluation.generate' }> {
  const subjectIds = [...new Set(employeeIds.map((id) => id.toLowerCase()))];
  await preparedCycle(cycleId);
  const active = await EmployeeModel.distinct('_id', { _id: { $in: subjectIds }, status: EmployeeStatus.Active });
  assertValid(
    employeeIds.flatMap((id, at) =>
      active.includes(id.toLowerCase()) ? [] : [{ field: `employeeIds[${at}]`, ...refusal('MUST_BE_ACTIVE_EMPLOYEE') }],
    ),
  );
  await ensureEmployeeUsage();
  const job = await inTransaction(async () => {
    await serializeEmployeeChanges(); // conflicts with concurrent leavers
    const cycle = await holdCycle(cycleId);
    assertOpenToParticipants(cycle);
    const rule = cycle.settings.subjects ?? null;
    if (rule)
      await CycleModel.updateOne({ _id: cycleId }, { $set: { 'settings.subjects': including(rule, subjectIds) } });
    await restoreSubjects(cycleId, subjectIds);
    await recordAudit('cycle.subjects-added', {
      entityType: AuditEntity.Cycle,
      entityId: cycleId,
      changes: [{ field: 'subjectIds', before: null, after: subjectIds }],
    });
    return storeJob('evaluation.generate', { cycleId, subjectIds });
  });
  await enqueueStored(job);
  return job;
}

function including(rule: SubjectRule, ids: readonly string[]): SubjectRule {
  return {
    ...rule,
    excludedIds: rule.excludedIds.filter((id) => !ids.includes(id)),
    includedIds: [...new Set([...rule.includedIds, ...ids])],
  };
}

/**
 * Withdraws a subject from a cycle: answers stay stored, no one is asked any more, and a later generation does not bring the
 * subject back. Repeating it keeps the first reason. Throws NOT_FOUND, and CONFLICT when the cycle is over.
 */
export async function withdrawSubject(cycleId: string, subjectId: string, reason: string): Promise<Withdrawal> {
  await ensureEmployeeUsage();
  return inTransaction(async () => {
    await serializeEmployeeChanges();
    assertOpenToParticipants(await holdCycle(cycleId));
    const evaluation = await EvaluationModel.findOne({ cycleId, subjectId }).lean<Evaluation>();
    if (!evaluation || evaluation.subjectPresence === Presence.Deleted) throw notFound();
    if (evaluation.withdrawal) return evaluation.withdrawal;
    const withdrawal = { reason, by: actor().userId, at: now() };
    await withdrawSubjects(cycleId, [subjectId], withdrawal);
    await recordAudit('cycle.subject-withdrawn', {
      entityType: AuditEntity.Cycle,
      entityId: cycleId,
      changes: [{ field: 'subjectId', before: subjectId, after: null }],
    });
    return withdrawal;
  });
}
