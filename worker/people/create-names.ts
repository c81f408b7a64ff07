import { bulkInsert } from '../../shared/db/bulk';
import { DepartmentModel } from '../../shared/framework/department.model';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import type { Run } from '../define-job';
import type { EmployeeImportPlan } from './employee-import.rules';

/** Creates the departments and job profiles that an import is asked to; those of an earlier run of the job stay. */
export async function createNames(
  { departments, jobProfiles }: Pick<EmployeeImportPlan, 'departments' | 'jobProfiles'>,
  run: Pick<Run<'people.import-employees'>, 'write'>,
): Promise<void> {
  if (departments.length + jobProfiles.length === 0) return;
  const named = ({ id, name }: { id: string; name: string }) => ({ _id: id, name, code: null, isDeleted: false });
  await run.write(async () => {
    await bulkInsert(
      DepartmentModel,
      departments.map((row) => ({ ...named(row), parentId: null, managerId: null })),
    );
    await bulkInsert(
      JobProfileModel,
      jobProfiles.map((row) => ({
        ...named(row),
        description: null,
        departmentId: null,
        requirements: [],
        lineId: row.id,
        version: 1,
        previousVersionId: null,
        isCurrent: true,
      })),
    );
  });
}
