import { pickRows } from '../../shared/db/pick';
import { namesById } from '../../shared/db/references';
import { Audience } from '../../shared/evaluation/cycles/cycle-visibility.rules';
import type { CareerPath } from '../../shared/framework/career-path.model';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import { type CurrentLevels, currentLevels } from '../../shared/insight/gaps/gap-levels.store';
import { type StepReadiness, stepReadiness } from '../../shared/insight/readiness.rules';
import { preparePaths, type PreparedStep } from '../../shared/insight/readiness.store';
import { notFound } from '../../shared/kernel/errors';
import { CareerAssignmentModel } from '../../shared/people/career-assignment.model';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { signedIn } from '../../shared/policies/viewer';
import { findCareerPath } from '../framework/career-path.store';
import type { PageRequest } from '../http/pagination';
import { maySeeCareer, visibleCareers } from '../policies/career.policy';
import {
  type NextStepReadinessView,
  type ReadinessSubject,
  type ReadinessView,
  toNextStepReadiness,
  toReadinessView,
} from './career-readiness.dto';

type Person = Pick<Employee, '_id' | 'fullName' | 'managerId' | 'jobProfileId'>;
const PERSON = 'fullName managerId jobProfileId';

/** The inputs of one employee's readiness on a path. */
interface PersonReadiness {
  subject: ReadinessSubject;
  steps: { step: PreparedStep; readiness: StepReadiness }[];
}

/**
 * Returns one page of the employees on a path whom the caller may see, by name, with their readiness for the next step;
 * throws NOT_FOUND.
 */
export async function listReadiness(
  careerPathId: string,
  page: PageRequest,
): Promise<{ items: NextStepReadinessView[]; totalCount: number }> {
  const path = await findCareerPath(careerPathId);
  const assigned = await pickRows(CareerAssignmentModel.find({ careerPathId }), 'employeeId');
  const filter = { $and: [{ _id: { $in: assigned.map(({ employeeId }) => employeeId) } }, visibleCareers(signedIn())] };
  const people = await EmployeeModel.find(filter)
    .sort({ searchText: 1, _id: 1 })
    .skip((page.page - 1) * page.pageSize)
    .limit(page.pageSize)
    .select(PERSON)
    .lean<Person[]>();
  const totalCount = await EmployeeModel.countDocuments(filter);
  const readiness = await readinessOf(path, people);
  const items = readiness.map(({ subject, steps }) => {
    return toNextStepReadiness(subject, steps.find(({ step }) => step.order === subject.nextStep) ?? null);
  });
  return { items, totalCount };
}

/**
 * Returns the readiness of one employee for every step of a path, even if the employee is not on it; throws NOT_FOUND,
 * also when the caller may not see it.
 */
export async function getReadiness(careerPathId: string, employeeId: string): Promise<ReadinessView> {
  const path = await findCareerPath(careerPathId);
  const person = await findVisibleEmployee(employeeId);
  if (!person) throw notFound();
  const assigned = (await CareerAssignmentModel.exists({ careerPathId, employeeId })) !== null;
  const [found] = await readinessOf(path, [person]);
  if (!found) throw notFound();
  return toReadinessView(path, assigned, found.subject, found.steps);
}

/** Returns an employee whose career the caller may see; null for all others. */
export async function findVisibleEmployee(employeeId: string): Promise<Person | null> {
  const person = await EmployeeModel.findById(employeeId).select(PERSON).lean<Person>();
  return person && maySeeCareer(signedIn(), person) ? person : null;
}

async function readinessOf(path: CareerPath, people: readonly Person[]): Promise<PersonReadiness[]> {
  const profiles = people.map(({ jobProfileId }) => jobProfileId);
  const [prepared, jobProfile, levelsOf] = await Promise.all([
    preparePaths([path], profiles),
    namesById(JobProfileModel, profiles, 'name'),
    visibleLevels(people.map(({ _id }) => _id)),
  ]);
  return people.map((person) => {
    const found = levelsOf.get(person._id);
    const levelOf = (requirementId: string): number | null => found?.levels.level(requirementId) ?? null;
    return {
      subject: {
        employee: person,
        jobProfile: jobProfile(person.jobProfileId),
        cycle: found?.cycle ?? null,
        ...prepared.place(path._id, person.jobProfileId),
      },
      steps: prepared.steps(path._id).map((step) => {
        return { step, readiness: stepReadiness(step.requirements, levelOf) };
      }),
    };
  });
}

/**
 * Returns the levels that the caller may see: HR all; others without small rater groups, and their own only from
 * published results.
 */
async function visibleLevels(employeeIds: readonly string[]): Promise<Map<string, CurrentLevels>> {
  const { isHr, employeeId: own } = signedIn();
  if (isHr) return levelsById(currentLevels(employeeIds, Audience.Hr));
  const reports = employeeIds.filter((id) => id !== own);
  const self = employeeIds.filter((id) => id === own);
  return new Map([
    ...(await levelsById(currentLevels(reports, Audience.Manager))),
    ...(await levelsById(currentLevels(self, Audience.Subject))),
  ]);
}

async function levelsById(found: AsyncIterable<CurrentLevels>): Promise<Map<string, CurrentLevels>> {
  const levels = new Map<string, CurrentLevels>();
  for await (const current of found) levels.set(current.employeeId, current);
  return levels;
}
