import { allRows } from '../db/batches';
import { pickRows } from '../db/pick';
import { Audience } from '../evaluation/cycles/cycle-visibility.rules';
import type { RequirementSnapshot } from '../evaluation/evaluation.model';
import { requirementSnapshots } from '../evaluation/requirement-snapshots.store';
import { type CareerPath, CareerPathModel } from '../framework/career-path.model';
import { type CareerStep, type PathPlace, placeOnPath } from '../framework/career-path.rules';
import { JobProfileModel } from '../framework/job-profile.model';
import { type CareerAssignment, CareerAssignmentModel } from '../people/career-assignment.model';
import { EmployeeModel } from '../people/employee.model';
import { currentLevels } from './gaps/gap-levels.store';
import { stepReadiness } from './readiness.rules';

export interface PreparedStep extends CareerStep {
  /** Name and line of the job profile; null when the profile is deleted. */
  jobProfile: string | null;
  lineId: string | null;
  requirements: readonly RequirementSnapshot[];
}

/** Career paths with everything that readiness needs, so that no employee needs a query. */
export interface PreparedPaths {
  steps(careerPathId: string): readonly PreparedStep[];
  /** The place of an employee with this job profile. */
  place(careerPathId: string, jobProfileId: string | null): PathPlace;
}

/**
 * Prepares paths for employees with these job profiles. A step requires what its version of the profile requires;
 * employees with another version of the profile are on that step too. A constant number of queries.
 */
export async function preparePaths(
  paths: readonly Pick<CareerPath, '_id' | 'steps'>[],
  jobProfileIds: Iterable<string | null>,
): Promise<PreparedPaths> {
  const ofSteps = paths.flatMap(({ steps }) => steps.map(({ jobProfileId }) => jobProfileId));
  const uniqueIds = [...new Set([...ofSteps, ...jobProfileIds])].filter((id) => id !== null);
  const profiles = await pickRows(JobProfileModel.find({ _id: { $in: uniqueIds } }), 'name', 'lineId');
  const profileOf = new Map(profiles.map((profile) => [profile._id, profile]));
  const requirementsOf = await requirementSnapshots(ofSteps);
  const prepared = new Map(
    paths.map(({ _id, steps }) => [
      _id,
      steps.map(({ order, jobProfileId, minMonths }): PreparedStep => {
        const profile = profileOf.get(jobProfileId);
        const [jobProfile, lineId] = [profile?.name ?? null, profile?.lineId ?? null];
        return { order, jobProfileId, minMonths, jobProfile, lineId, requirements: requirementsOf(jobProfileId) };
      }),
    ]),
  );
  const steps = (careerPathId: string): readonly PreparedStep[] => prepared.get(careerPathId) ?? [];
  return {
    steps,
    place: (careerPathId, jobProfileId) =>
      placeOnPath(steps(careerPathId), profileOf.get(jobProfileId ?? '')?.lineId ?? null),
  };
}

/**
 * Up to this many employees are queried by id, the largest batch of the nine-box; for more, all rows of the
 * organization are read.
 */
const ASK_BY_ID = 2_000;

/** Returns which of these employees, or of all, are on an existing career path; two queries. */
export async function employeesWithCareerPath(employeeIds?: readonly string[]): Promise<Set<string>> {
  const { assignments } = await assignmentsOf(employeeIds);
  return new Set(assignments.map(({ employeeId }) => employeeId));
}

/**
 * Returns the readiness 0..1 for the next step of the career path, by employee id, from what the audience may see.
 * Omits employees without a path or at its end, those whose next step requires nothing, and those without answers in a
 * closed cycle. A bounded number of queries: a few for all, and those of `currentLevels` for the employees on paths.
 */
export async function nextStepReadiness(
  employeeIds: readonly string[],
  audience: Audience = Audience.Hr,
): Promise<Map<string, number>> {
  const readiness = new Map<string, number>();
  const { assignments, paths } = await assignmentsOf(employeeIds);
  if (assignments.length === 0) return readiness;
  const profileOf = await jobProfilesOf(assignments.map(({ employeeId }) => employeeId));
  const prepared = await preparePaths(paths, profileOf.values());
  const nextOf = new Map(
    assignments.flatMap(({ employeeId, careerPathId }) => {
      const { nextStep } = prepared.place(careerPathId, profileOf.get(employeeId) ?? null);
      const step = prepared.steps(careerPathId).find(({ order }) => order === nextStep);
      return step ? [[employeeId, step] as const] : [];
    }),
  );
  for await (const { employeeId, levels } of currentLevels([...nextOf.keys()], audience)) {
    const requirements = nextOf.get(employeeId)?.requirements ?? [];
    const { share } = stepReadiness(requirements, (requirementId) => levels.level(requirementId));
    if (share !== null) readiness.set(employeeId, share);
  }
  return readiness;
}

type Assignment = Pick<CareerAssignment, 'employeeId'> & { careerPathId: string };

async function assignmentsOf(
  employeeIds?: readonly string[],
): Promise<{ assignments: Assignment[]; paths: CareerPath[] }> {
  const requested = employeeIds && new Set(employeeIds);
  const some = requested && requested.size <= ASK_BY_ID ? { employeeId: { $in: [...requested] } } : {};
  const onPath = { ...some, careerPathId: { $ne: null } };
  const rows = (await allRows(CareerAssignmentModel, onPath, ['employeeId', 'careerPathId'])) as Assignment[];
  const paths = await CareerPathModel.find({ _id: { $in: [...new Set(rows.map((row) => row.careerPathId))] } }).lean<
    CareerPath[]
  >();
  const existing = new Set(paths.map(({ _id }) => _id));
  const assignments = rows.filter((row) => (requested?.has(row.employeeId) ?? true) && existing.has(row.careerPathId));
  return { assignments, paths };
}

async function jobProfilesOf(employeeIds: readonly string[]): Promise<Map<string, string | null>> {
  const some = employeeIds.length <= ASK_BY_ID ? { _id: { $in: employeeIds } } : {};
  const rows = await allRows(EmployeeModel, some, ['_id', 'jobProfileId']);
  return new Map(rows.map(({ _id, jobProfileId }) => [_id, jobProfileId]));
}
