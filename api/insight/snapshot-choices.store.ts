import type { Model } from 'mongoose';
import { anyDeletion } from '../../shared/db/bulk';
import { pickRows } from '../../shared/db/pick';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { DepartmentModel } from '../../shared/framework/department.model';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import { compareNames } from '../../shared/kernel/name-order.rules';

export interface NamedChoice {
  id: string;
  name: string;
}

/** The departments and job profiles of a cycle's subjects at generation, also those that were deleted since. */
export interface SnapshotChoices {
  departments: NamedChoice[];
  jobProfiles: NamedChoice[];
}

/** Returns the options for narrowing the subjects of a cycle; empty without a cycle. */
export async function snapshotChoices(cycleId: string | null): Promise<SnapshotChoices> {
  if (cycleId === null) return { departments: [], jobProfiles: [] };
  const [departmentIds, jobProfileIds] = await Promise.all([
    EvaluationModel.distinct('departmentId', { cycleId }),
    EvaluationModel.distinct('jobProfileId', { cycleId }),
  ]);
  const [departments, jobProfiles] = await Promise.all([
    namedRows(DepartmentModel, departmentIds),
    namedRows(JobProfileModel, jobProfileIds),
  ]);
  return { departments, jobProfiles };
}

async function namedRows<T extends { _id: string; name: string }>(
  model: Model<T>,
  ids: readonly (string | null)[],
): Promise<NamedChoice[]> {
  const filter = { ...anyDeletion(model), _id: { $in: ids.filter((id) => id !== null) } };
  const rows = await pickRows(model.find(filter), 'name');
  return rows.map(({ _id, name }) => ({ id: _id, name })).sort((a, b) => compareNames(a.name, b.name));
}
