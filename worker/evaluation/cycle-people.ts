import { pickRows } from '../../shared/db/pick';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { COUNTED_SUBJECTS } from '../../shared/evaluation/participants/participation.store';
import { ASSIGNED_TYPES } from '../../shared/framework/evaluator-type';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { EmployeeModel } from '../../shared/people/employee.model';

export interface Person {
  id: string;
  departmentId: string | null;
  managerId: string | null;
  jobProfileId: string | null;
}

export type Role = Pick<
  Participant,
  '_id' | 'subjectId' | 'evaluatorId' | 'evaluatorType' | 'status' | 'evaluatorPresence' | 'subjectPresence'
>;

/** Whom an assignment works with. */
export interface CyclePeople {
  /** Subjects who have not left, as they stood at the generation, with the manager of today. */
  subjects: (Person & { presentManagerId: string | null })[];
  /** Active employees, as they stand today. */
  candidates: Person[];
  /** The roles that were assigned: Self and Manager follow from the subjects, and are half of a large cycle's rows. */
  roles: Role[];
}

/** Subjects, candidates and roles of a cycle; three queries. */
export async function cyclePeople(cycleId: string): Promise<CyclePeople> {
  const [evaluations, employees, roles] = await Promise.all([
    pickRows(
      EvaluationModel.find({ cycleId, ...COUNTED_SUBJECTS })
        .sort({ subjectId: 1 })
        .readConcern('snapshot'),
      'subjectId',
      'departmentId',
      'managerId',
      'jobProfileId',
    ),
    pickRows(
      EmployeeModel.find({ status: { $ne: EmployeeStatus.Terminated } }).readConcern('snapshot'),
      'departmentId',
      'managerId',
      'jobProfileId',
      'status',
    ),
    pickRows(
      ParticipantModel.find({ cycleId, evaluatorType: { $in: ASSIGNED_TYPES } }).readConcern('snapshot'),
      'subjectId',
      'evaluatorId',
      'evaluatorType',
      'status',
      'evaluatorPresence',
      'subjectPresence',
    ),
  ]);
  const present = new Map(employees.map((employee) => [employee._id, employee]));
  return {
    subjects: evaluations.flatMap(({ subjectId, departmentId, managerId, jobProfileId }) => {
      const employee = present.get(subjectId);
      if (!employee) return [];
      const { managerId: presentManagerId } = employee;
      return [
        { id: subjectId, departmentId, managerId: managerId ?? presentManagerId, presentManagerId, jobProfileId },
      ];
    }),
    candidates: employees
      .filter(({ status }) => status === EmployeeStatus.Active)
      .map(({ _id, departmentId, managerId, jobProfileId }) => ({ id: _id, departmentId, managerId, jobProfileId })),
    roles,
  };
}
