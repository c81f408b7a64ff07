import { missingReferences } from '../../shared/db/references';
import { DepartmentModel } from '../../shared/framework/department.model';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import { notFound } from '../../shared/kernel/errors';
import type { Id } from '../http/types';

export interface Selection {
  /** Only subjects who were in this department when the cycle was generated. */
  departmentId?: Id | null;
  /** Only subjects who had this job profile when the cycle was generated. */
  jobProfileId?: Id | null;
}

/** Returns the selection for a job; throws NOT_FOUND when it names something that never existed. */
export async function checkedSelection({
  departmentId = null,
  jobProfileId = null,
}: Selection): Promise<{ departmentId: string | null; jobProfileId: string | null }> {
  const missing = [
    ...(await missingReferences(DepartmentModel, [{ field: 'departmentId', id: departmentId }], {
      ofDeletedToo: true,
    })),
    ...(await missingReferences(JobProfileModel, [{ field: 'jobProfileId', id: jobProfileId }], {
      ofDeletedToo: true,
    })),
  ];
  if (missing.length > 0) throw notFound();
  return { departmentId, jobProfileId };
}
