import { allRows, rowBatches } from '../../shared/db/batches';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycle.model';
import { findCycle } from '../../shared/evaluation/cycle.store';
import { type Evaluation, EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import type { Changes } from './changes';
import { DELETED_TOO } from './reference-rows.queries';

const EMPLOYEE_FIELDS = ['_id', 'fullName', 'email', 'employeeCode', 'isDeleted', 'updatedAt'] as const;

/** What a dataset shows of an employee. */
export type DatasetEmployee = Pick<Employee, '_id' | 'fullName' | 'email' | 'employeeCode' | 'isDeleted' | 'updatedAt'>;

/** What a dataset reads first: little, so that its first rows leave soon. */
export const FIRST_ROWS = 50;
const EVALUATION_FIELDS = [
  'subjectId',
  'departmentId',
  'jobProfileId',
  'calibrated',
  'calibratedAt',
  'updatedAt',
] as const;
export type DatasetEvaluation = Pick<Evaluation, (typeof EVALUATION_FIELDS)[number]>;

/** A subject of a cycle; an employee who was deleted is told by `isDeleted`. */
export interface DatasetSubject {
  evaluation: DatasetEvaluation;
  employee: DatasetEmployee;
}

/** The cycle that was asked for, or all of them, the oldest first; deleted ones when deletions are wanted. Throws NOT_FOUND. */
export async function datasetCycles(cycleId: string | undefined, { includeDeleted }: Changes): Promise<Cycle[]> {
  if (cycleId !== undefined) return [await findCycle(cycleId)];
  return CycleModel.find(includeDeleted ? DELETED_TOO : {})
    .sort({ createdAt: 1, _id: 1 })
    .lean<Cycle[]>()
    .exec();
}

/** The subjects of a cycle, batch by batch; one query a batch. */
export async function* subjectBatches(cycleId: string): AsyncGenerator<DatasetSubject[]> {
  for await (const evaluations of evaluationBatches(cycleId)) yield withEmployees(evaluations);
}

/** The evaluations of a cycle, batch by batch. */
export function evaluationBatches(cycleId: string): AsyncGenerator<DatasetEvaluation[]> {
  return rowBatches(EvaluationModel, { cycleId }, { fields: EVALUATION_FIELDS, first: FIRST_ROWS });
}

/** Evaluations with the employees whom they are about; one query. */
export async function withEmployees(evaluations: readonly DatasetEvaluation[]): Promise<DatasetSubject[]> {
  const wanted = { _id: { $in: evaluations.map(({ subjectId }) => subjectId) }, ...DELETED_TOO };
  const byId = new Map((await allRows(EmployeeModel, wanted, EMPLOYEE_FIELDS)).map((row) => [row._id, row]));
  return evaluations.flatMap((evaluation) => {
    const employee = byId.get(evaluation.subjectId);
    return employee ? [{ evaluation, employee }] : [];
  });
}
