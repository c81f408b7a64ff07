import { namesById } from '../db/references';
import { DepartmentModel } from '../framework/department.model';
import { JobProfileModel } from '../framework/job-profile.model';

/** Names of departments and job profiles by id, also of those that were deleted since; null for null. */
export interface SnapshotNames {
  department(id: string | null): string | null;
  jobProfile(id: string | null): string | null;
}

/** Reads the names that these rows refer to; two queries. */
export async function snapshotNames(
  rows: readonly { departmentId?: string | null; jobProfileId?: string | null }[],
): Promise<SnapshotNames> {
  const [department, jobProfile] = await Promise.all([
    namesById(
      DepartmentModel,
      rows.map(({ departmentId }) => departmentId),
      'name',
      { ofDeletedToo: true },
    ),
    namesById(
      JobProfileModel,
      rows.map(({ jobProfileId }) => jobProfileId),
      'name',
      { ofDeletedToo: true },
    ),
  ]);
  return { department, jobProfile };
}
