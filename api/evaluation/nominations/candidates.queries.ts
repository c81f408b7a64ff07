import { pickRow, pickRows } from '../../../shared/db/pick';
import { namesById } from '../../../shared/db/references';
import { searchFilter } from '../../../shared/db/search';
import type { Cycle } from '../../../shared/evaluation/cycles/cycle.model';
import { evaluatorLoads } from '../../../shared/evaluation/nominations/evaluator-loads.store';
import {
  type Candidate,
  type NominatingSubject,
  peerObstacle,
  validateNominees,
} from '../../../shared/evaluation/nominations/nomination.rules';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { JobProfileModel } from '../../../shared/framework/job-profile.model';
import { assertValid } from '../../../shared/kernel/errors';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { EmployeeModel } from '../../../shared/people/employee.model';
import type { CandidateView } from './nominations.dto';
import type { Nominating, NominationRow } from './nominations.queries';

/** Returns the first Active employees by name that match a search, without the subject, and why some cannot be nominated. */
export async function nominationCandidates(
  { row, cycle }: Nominating,
  search: string | undefined,
  limit: number,
): Promise<CandidateView[]> {
  const found = await pickRows(
    EmployeeModel.find({ ...searchFilter(search), status: EmployeeStatus.Active })
      .sort({ searchText: 1, _id: 1 })
      .limit(limit + 1),
    'fullName',
    'departmentId',
    'jobProfileId',
    'managerId',
    'status',
  );
  const employees = found.filter(({ _id }) => _id !== row.subjectId).slice(0, limit);
  const [subject, loadOf, department, jobProfile] = await Promise.all([
    nominatingSubject(row),
    evaluatorLoads(
      cycle._id,
      employees.map(({ _id }) => _id),
    ),
    namesById(
      DepartmentModel,
      employees.map(({ departmentId }) => departmentId),
      'name',
    ),
    namesById(
      JobProfileModel,
      employees.map(({ jobProfileId }) => jobProfileId),
      'name',
    ),
  ]);
  return employees.map(({ _id, fullName, departmentId, jobProfileId, status, managerId }) => {
    const load = loadOf(_id);
    return {
      employeeId: _id,
      name: fullName,
      department: department(departmentId),
      jobProfile: jobProfile(jobProfileId),
      load,
      unavailable: peerObstacle({ id: _id, status, managerId, load }, subject, cycle.settings),
    };
  });
}

/** Throws VALIDATION on the place of each of `evaluatorIds` that cannot be a peer of the subject now. */
export async function assertNominees(row: NominationRow, cycle: Cycle, evaluatorIds: readonly string[]): Promise<void> {
  const subject = await nominatingSubject(row);
  const employees = await pickRows(EmployeeModel.find({ _id: { $in: [...evaluatorIds] } }), 'status', 'managerId');
  const loadOf = await evaluatorLoads(cycle._id, evaluatorIds);
  const candidates = new Map(
    employees.map(({ _id: id, status, managerId }): [string, Candidate] => [
      id,
      { id, status, managerId, load: loadOf(id) },
    ]),
  );
  assertValid(validateNominees(evaluatorIds, (id) => candidates.get(id) ?? null, subject, cycle.settings));
}

async function nominatingSubject({ cycleId, subjectId, managerId }: NominationRow): Promise<NominatingSubject> {
  const present = await pickRow(EmployeeModel.findById(subjectId), 'managerId');
  const roles = await pickRows(ParticipantModel.find({ cycleId, subjectId }), 'evaluatorId');
  return {
    id: subjectId,
    managerIds: [managerId, present?.managerId ?? null],
    evaluatorIds: new Set(roles.map(({ evaluatorId }) => evaluatorId)),
  };
}
