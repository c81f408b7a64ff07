import { requirementSnapshots } from '../../shared/evaluation/requirement-snapshots.store';
import { currentLevels } from '../../shared/insight/gaps/gap-levels.store';
import { analysisRuns } from '../../shared/insight/gaps/gap-runs.store';
import type { GapsResult, Payload } from '../../shared/jobs/contract';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { CALCULATING, defineJob, type Run } from '../define-job';
import { replaceGaps } from './gap-run';

type Person = Pick<Employee, '_id' | 'departmentId' | 'jobProfileId'>;

/**
 * Calculates gaps without a cycle: the levels of each employee from the newest closed cycle with submitted answers,
 * compared with the requirements of the current job profile. The rows replace all rows of the previous run.
 */
export const analyseGaps = defineJob({
  name: 'insight.analyse-gaps',
  retry: CALCULATING,
  onFailed: null,
  run: analyze,
});

async function analyze(run: Run<'insight.analyse-gaps'>): Promise<GapsResult> {
  const people = await analysedPeople(run.payload);
  const requirementsOf = await requirementSnapshots(people.map(({ jobProfileId }) => jobProfileId));
  const personOf = new Map(people.map((person) => [person._id, person]));
  return replaceGaps(run, analysisRuns, people.length, async (rows) => {
    for await (const { employeeId, levels } of currentLevels([...personOf.keys()])) {
      const { departmentId = null, jobProfileId = null } = personOf.get(employeeId) ?? {};
      const requirements = requirementsOf(jobProfileId);
      await rows.add({ cycleId: null, employeeId, departmentId, jobProfileId, requirements }, levels);
    }
  });
}

/** Reads the requested employees, without those who have left. */
function analysedPeople({ departmentId, employeeIds }: Payload<'insight.analyse-gaps'>): Promise<Person[]> {
  return EmployeeModel.find({
    status: { $ne: EmployeeStatus.Terminated },
    ...(departmentId === null ? {} : { departmentId }),
    ...(employeeIds === null ? {} : { _id: { $in: employeeIds } }),
  })
    .sort({ _id: 1 })
    .select('departmentId jobProfileId')
    .lean<Person[]>()
    .exec();
}
