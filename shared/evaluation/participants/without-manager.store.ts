import type { SubjectWithoutManager, WithoutManagerReason } from '../../jobs/generate-result';
import { EmployeeStatus } from '../../people/employee-status';
import { type Employee, EmployeeModel } from '../../people/employee.model';
import { type Evaluation, EvaluationModel } from '../evaluation.model';
import { COUNTED_SUBJECTS } from './participation.store';

const hasNone = (state: string): object => ({ [`tally.types.Manager.${state}`]: { $in: [null, 0] } });
const NO_MANAGER = { $and: ['asked', 'submitted', 'acknowledged'].map(hasNone) };

export const withoutManager = (cycleId: string): object => ({ cycleId, ...COUNTED_SUBJECTS, ...NO_MANAGER });

/** Returns the first subjects without a Manager participant, by name, with the reasons; three queries. */
export async function subjectsWithoutManager(
  cycleId: string,
  limit: number | null = null,
): Promise<(SubjectWithoutManager & Pick<Evaluation, 'subject'>)[]> {
  const rows = await EvaluationModel.find(withoutManager(cycleId))
    .sort({ searchText: 1, subjectId: 1 })
    .limit(limit ?? 0)
    .select('subjectId subject.fullName managerRemoved')
    .lean<Pick<Evaluation, 'subjectId' | 'subject' | 'managerRemoved'>[]>();
  const managerOf = await managersOf(rows.map(({ subjectId }) => subjectId));
  return rows.map(({ subjectId, subject, managerRemoved }) => {
    const manager = managerOf(subjectId);
    return { subjectId, subject, reason: managerRemoved ? 'Removed' : reasonOf(manager) };
  });
}

function reasonOf(manager: { isActive: boolean } | null): WithoutManagerReason {
  if (manager === null) return 'NoManager';
  return manager.isActive ? 'OtherEvaluatorType' : 'ManagerNotActive';
}

async function managersOf(employeeIds: readonly string[]): Promise<(id: string) => { isActive: boolean } | null> {
  const employees = await EmployeeModel.find({ _id: { $in: employeeIds }, managerId: { $ne: null } })
    .select('managerId')
    .lean<Pick<Employee, '_id' | 'managerId'>[]>();
  const managerIds = [...new Set(employees.flatMap(({ managerId }) => managerId ?? []))];
  const active = await EmployeeModel.find({ _id: { $in: managerIds }, status: EmployeeStatus.Active })
    .select('_id')
    .lean<Pick<Employee, '_id'>[]>();
  const isActive = new Set(active.map(({ _id }) => _id));
  const found = new Map(employees.map(({ _id, managerId }) => [_id, { isActive: isActive.has(managerId ?? '') }]));
  return (id) => found.get(id) ?? null;
}
