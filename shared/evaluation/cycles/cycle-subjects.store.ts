import type { QueryFilter } from 'mongoose';
import { pickRows } from '../../db/pick';
import { DepartmentModel } from '../../framework/department.model';
import { JobProfileModel } from '../../framework/job-profile.model';
import { groupBy } from '../../kernel/group-by';
import { EmployeeStatus } from '../../people/employee-status';
import type { Employee } from '../../people/employee.model';
import { type ExpandedRule, onlyIncludes, type SubjectRule } from './cycle-subjects.rules';

/** Returns the rule with the departments below the chosen ones and all versions of the chosen profiles; at most three queries. */
export async function expandRule(rule: SubjectRule): Promise<ExpandedRule> {
  const [departmentIds, jobProfileIds] = await Promise.all([
    withDepartmentsBelow(rule.departmentIds),
    withAllVersions(rule.jobProfileIds),
  ]);
  return { ...rule, departmentIds, jobProfileIds, isOnlyIncluded: onlyIncludes(rule) };
}

/** Returns the Active employees whom a rule evaluates, as a filter; without a rule all of them. */
export async function subjectFilter(rule: SubjectRule | null): Promise<QueryFilter<Employee>> {
  const active = { status: EmployeeStatus.Active };
  if (rule === null) return active;
  const included = { _id: { $in: rule.includedIds } };
  if (onlyIncludes(rule)) return { ...active, ...included };
  const { departmentIds, jobProfileIds } = await expandRule(rule);
  const narrowed = {
    ...(departmentIds.size > 0 ? { departmentId: { $in: [...departmentIds] } } : {}),
    ...(jobProfileIds.size > 0 ? { jobProfileId: { $in: [...jobProfileIds] } } : {}),
    ...(rule.hiredBefore === null ? {} : { hireDate: { $lt: rule.hiredBefore, $gt: '' } }),
    ...(rule.excludedIds.length > 0 ? { _id: { $nin: rule.excludedIds } } : {}),
  };
  return rule.includedIds.length > 0 ? { ...active, $or: [narrowed, included] } : { ...active, ...narrowed };
}

async function withDepartmentsBelow(chosen: readonly string[]): Promise<Set<string>> {
  const found = new Set(chosen);
  if (found.size === 0) return found;
  const childrenOf = groupBy(await pickRows(DepartmentModel.find(), 'parentId'), ({ parentId }) => parentId);
  // A set is iterated in the order of insertion, so that what is added here is looked at too.
  for (const id of found) for (const { _id } of childrenOf.get(id) ?? []) found.add(_id);
  return found;
}

async function withAllVersions(chosen: readonly string[]): Promise<Set<string>> {
  if (chosen.length === 0) return new Set();
  const lines = await pickRows(JobProfileModel.find({ _id: { $in: [...chosen] } }), 'lineId');
  const versions = await pickRows(JobProfileModel.find({ lineId: { $in: lines.map(({ lineId }) => lineId) } }), '_id');
  return new Set(versions.map(({ _id }) => _id));
}
