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

export interface CyclePeople {
  /** Subjects who have not left, as of the generation, with their current manager. */
  subjects: (Person & { presentManagerId: string | null })[];
  /** The current Active employees. */
  candidates: Person[];
  /** The assigned roles; Self and Manager, half of the rows of a large cycle, follow from the subjects. */
  roles: Role[];
}

/** Reads subjects, candidates and roles of a cycle; three queries. */
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
