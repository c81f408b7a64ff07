import { namesById } from '../../../shared/db/references';
import type { Cycle } from '../../../shared/evaluation/cycles/cycle.model';
import { answerRulesOf, findCycle } from '../../../shared/evaluation/cycles/cycle.store';
import { type Evaluation, EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { COUNTED_SUBJECTS } from '../../../shared/evaluation/participants/participation.store';
import { subjectsWithoutManager, withoutManager } from '../../../shared/evaluation/participants/without-manager.store';
import { JobProfileModel } from '../../../shared/framework/job-profile.model';
import { requirementsForScore } from '../../../shared/framework/template.rules';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { ssoProvider } from '../../platform/sso/sign-in-settings.store';
import type { CyclePreparation } from './cycle-preparation.dto';

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
  const [activeEmployees, withAccount, { count, first }, withoutManagers, unmanaged] = await Promise.all([
    EmployeeModel.countDocuments({ status: EmployeeStatus.Active }),
    activeEmployeesWithAccount(),
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

/** Counts Active employees by their accounts: who left has no active one, and those on leave are few. */
async function activeEmployeesWithAccount(): Promise<number> {
  const onLeave = await EmployeeModel.distinct('_id', { status: EmployeeStatus.OnLeave });
  const [all, away] = await Promise.all([
    UserModel.countDocuments({ employeeId: { $gt: '' }, isActive: true }),
    UserModel.countDocuments({ employeeId: { $in: onLeave }, isActive: true }),
  ]);
  return all - away;
}

async function unscoredPeople(cycle: Cycle): Promise<{ count: number; first: Unscored[] }> {
  const ids = requirementsForScore(await answerRulesOf(cycle));
  if (ids === null || cycle.templateId === null) return { count: 0, first: [] };
  return cycle.generatedAt === null ? unscoredEmployees(ids) : unscoredSubjects(cycle._id, ids);
}

/** Returns the Active employees whose job profile requires none of these competencies and skills. */
async function unscoredEmployees(ids: readonly string[]): Promise<{ count: number; first: Unscored[] }> {
  const asksForOne = { $or: ['competencyId', 'skillId'].map((field) => ({ [`requirements.${field}`]: { $in: ids } })) };
  const profiles = await JobProfileModel.distinct('_id', asksForOne);
  const filter = { status: EmployeeStatus.Active, jobProfileId: { $nin: profiles } };
  const [count, rows] = await Promise.all([
    EmployeeModel.countDocuments(filter),
    EmployeeModel.find(filter)
      .sort({ searchText: 1, _id: 1 })
      .limit(MAX_SUBJECTS)
      .select('fullName jobProfileId')
      .lean<Pick<Employee, '_id' | 'fullName' | 'jobProfileId'>[]>(),
  ]);
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
