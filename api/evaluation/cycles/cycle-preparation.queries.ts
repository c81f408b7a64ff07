import type { QueryFilter } from 'mongoose';
import { namesById } from '../../../shared/db/references';
import { ExclusionReason, exclusionOf } from '../../../shared/evaluation/cycles/cycle-subjects.rules';
import { expandRule, subjectFilter } from '../../../shared/evaluation/cycles/cycle-subjects.store';
import type { Cycle } from '../../../shared/evaluation/cycles/cycle.model';
import { answerRulesOf, findCycle } from '../../../shared/evaluation/cycles/cycle.store';
import { type Evaluation, EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { COUNTED_SUBJECTS } from '../../../shared/evaluation/participants/participation.store';
import { Presence } from '../../../shared/evaluation/participants/presence';
import { subjectsWithoutManager, withoutManager } from '../../../shared/evaluation/participants/without-manager.store';
import { JobProfileModel } from '../../../shared/framework/job-profile.model';
import { requirementsForScore } from '../../../shared/framework/template.rules';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { ssoProvider } from '../../../shared/platform/sso/sso-provider.store';
import { countActiveEmployeesWithAccount } from '../accounts-of-employees.queries';
import type { CyclePreparation, PreparedSubjects } from './cycle-preparation.dto';

const MAX_SUBJECTS = 20;

/** An employee who would get no score. */
interface Unscored {
  id: string;
  name: string;
  jobProfileId: string | null;
}

/**
 * Returns how many employees are Active, how many of them cannot sign in yet, whose form would have no item that counts
 * toward the score, and whom no manager evaluates; throws NOT_FOUND. A constant number of queries.
 */
export async function cyclePreparation(cycleId: string): Promise<CyclePreparation> {
  const cycle = await findCycle(cycleId);
  const activeEmployees = await EmployeeModel.countDocuments({ status: EmployeeStatus.Active });
  const [subjects, withAccount, { count, first }, withoutManagers, unmanaged] = await Promise.all([
    preparedSubjects(cycle, activeEmployees),
    countActiveEmployeesWithAccount(),
    unscoredPeople(cycle),
    EvaluationModel.countDocuments(withoutManager(cycleId)),
    subjectsWithoutManager(cycleId, MAX_SUBJECTS),
  ]);
  const profileOf = await namesById(
    JobProfileModel,
    first.map(({ jobProfileId }) => jobProfileId),
    'name',
  );
  return {
    cycleId: cycle._id,
    activeEmployees,
    subjects,
    withoutAccount: (await ssoProvider()) === null ? activeEmployees - withAccount : 0,
    unscored: count,
    unscoredSubjects: first.map(({ id, name, jobProfileId }) => ({
      subjectId: id,
      subject: name,
      jobProfile: profileOf(jobProfileId),
    })),
    withoutManager: withoutManagers,
    withoutManagerSubjects: unmanaged.map(({ subjectId, subject, reason }) => ({
      subjectId,
      subject: subject.fullName,
      reason,
    })),
  };
}

/** Returns how many employees a generation evaluates, and the first who are left out, with the reasons. */
async function preparedSubjects({ _id: cycleId, settings }: Cycle, active: number): Promise<PreparedSubjects> {
  const rule = settings.subjects ?? null;
  const withdrawn = await EvaluationModel.distinct('subjectId', { cycleId, subjectPresence: Presence.Withdrawn });
  const leftOut = [
    ...(rule ? [{ $nor: [await subjectFilter(rule)] }] : []),
    ...(withdrawn.length > 0 ? [{ _id: { $in: withdrawn } }] : []),
  ];
  if (leftOut.length === 0) return { count: active, excludedCount: 0, excluded: [] };
  const filter = { status: EmployeeStatus.Active, $or: leftOut };
  const [excludedCount, rows, expanded] = await Promise.all([
    EmployeeModel.countDocuments(filter),
    firstByName(filter),
    rule && expandRule(rule),
  ]);
  const reasonOf = (employee: Listed): ExclusionReason =>
    (expanded && exclusionOf(expanded, employee)) ?? ExclusionReason.Withdrawn;
  return {
    count: active - excludedCount,
    excludedCount,
    excluded: rows.map((employee) => ({
      employeeId: employee._id,
      name: employee.fullName,
      reason: withdrawn.includes(employee._id) ? ExclusionReason.Withdrawn : reasonOf(employee),
    })),
  };
}

type Listed = Pick<Employee, '_id' | 'fullName' | 'departmentId' | 'jobProfileId' | 'hireDate'>;

/** Returns the first employees of a filter, by name. */
async function firstByName(filter: QueryFilter<Employee>): Promise<Listed[]> {
  return EmployeeModel.find(filter)
    .sort({ searchText: 1, _id: 1 })
    .limit(MAX_SUBJECTS)
    .select('fullName departmentId jobProfileId hireDate')
    .lean<Listed[]>();
}

async function unscoredPeople(cycle: Cycle): Promise<{ count: number; first: Unscored[] }> {
  const ids = requirementsForScore(await answerRulesOf(cycle));
  if (ids === null || cycle.templateId === null) return { count: 0, first: [] };
  return cycle.generatedAt === null ? unscoredEmployees(cycle, ids) : unscoredSubjects(cycle._id, ids);
}

/** Returns the Active employees whose job profile requires none of these competencies and skills. */
async function unscoredEmployees(
  { settings }: Cycle,
  ids: readonly string[],
): Promise<{ count: number; first: Unscored[] }> {
  const asksForOne = { $or: ['competencyId', 'skillId'].map((field) => ({ [`requirements.${field}`]: { $in: ids } })) };
  const profiles = await JobProfileModel.distinct('_id', asksForOne);
  const filter = { $and: [await subjectFilter(settings.subjects ?? null), { jobProfileId: { $nin: profiles } }] };
  const [count, rows] = await Promise.all([EmployeeModel.countDocuments(filter), firstByName(filter)]);
  return { count, first: rows.map(({ _id, fullName, jobProfileId }) => ({ id: _id, name: fullName, jobProfileId })) };
}

/** Returns the subjects of a generated cycle whose requirements contain none of these competencies and skills. */
async function unscoredSubjects(
  cycleId: string,
  ids: readonly string[],
): Promise<{ count: number; first: Unscored[] }> {
  const filter = { cycleId, ...COUNTED_SUBJECTS, 'requirements.requirementId': { $nin: ids } };
  const [count, rows] = await Promise.all([
    EvaluationModel.countDocuments(filter),
    EvaluationModel.find(filter)
      .sort({ searchText: 1, subjectId: 1 })
      .limit(MAX_SUBJECTS)
      .select('subjectId subject.fullName jobProfileId')
      .lean<Pick<Evaluation, 'subjectId' | 'subject' | 'jobProfileId'>[]>(),
  ]);
  return {
    count,
    first: rows.map(({ subjectId, subject, jobProfileId }) => ({
      id: subjectId,
      name: subject.fullName,
      jobProfileId,
    })),
  };
}
