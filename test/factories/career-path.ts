import { type CareerPath, CareerPathModel } from '../../shared/framework/career-path.model';
import { now } from '../../shared/kernel/clock';
import { newId } from '../../shared/kernel/ids';
import { CareerAssignmentModel } from '../../shared/people/career-assignment.model';
import { makeJobProfile } from './framework';

/**
 * A career path through these job profiles (one of its own without any), with these employees on it; runs inside
 * `tenant.within`.
 */
export async function makeCareerPath(
  jobProfileIds: readonly string[] = [],
  employeeIds: readonly string[] = [],
): Promise<CareerPath> {
  const profiles = jobProfileIds.length > 0 ? jobProfileIds : [(await makeJobProfile())._id];
  const name = `Path ${newId().slice(0, 8)}`;
  const steps = profiles.map((jobProfileId, at) => ({ order: at + 1, jobProfileId, minMonths: 12 }));
  const path = await CareerPathModel.create({ name, steps });
  const assignedAt = now();
  await CareerAssignmentModel.create(
    employeeIds.map((employeeId) => ({ employeeId, careerPathId: path._id, assignedAt })),
  );
  return path.toObject();
}
