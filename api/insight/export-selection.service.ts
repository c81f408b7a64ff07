import { missingReferences } from '../../shared/db/references';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import { notFound } from '../../shared/kernel/errors';
import { DepartmentModel } from '../../shared/people/department.model';
import type { Id } from '../http/types';

/** The part of a cycle that an export shows. */
export interface Selection {
  /** Only subjects who were in this department when the cycle was generated. */
  departmentId?: Id | null;
  /** Only subjects who had this job profile when the cycle was generated. */
  jobProfileId?: Id | null;
}

/** The selection as a job carries it; throws NOT_FOUND when it names what does not exist (exports answer 404). */
export async function checkedSelection({
  departmentId = null,
  jobProfileId = null,
}: Selection): Promise<{ departmentId: string | null; jobProfileId: string | null }> {
  const missing = [
    ...(await missingReferences(DepartmentModel, [{ field: 'departmentId', id: departmentId }])),
    ...(await missingReferences(JobProfileModel, [{ field: 'jobProfileId', id: jobProfileId }])),
  ];
  if (missing.length > 0) throw notFound();
  return { departmentId, jobProfileId };
}
