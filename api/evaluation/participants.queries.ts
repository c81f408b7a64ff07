import { namesById } from '../../shared/db/references';
import { findCycle } from '../../shared/evaluation/cycle.store';
import { ParticipantModel } from '../../shared/evaluation/participant.model';
import { ParticipantStatus } from '../../shared/evaluation/participant-status';
import { EVALUATOR_TYPES, EvaluatorType } from '../../shared/framework/evaluator-type';
import { enumerationFilter } from '../../shared/kernel/enumeration';
import { EmployeeModel } from '../../shared/people/employee.model';
import type { PageRequest } from '../http/pagination';
import { type ParticipantRow, type ParticipantView, toParticipantView } from './participants.dto';

/** The fields that no list needs; answers are most of a participant's bytes. */
export const WITHOUT_ANSWERS = '-answers -score -potential';

export interface ParticipantFilter {
  subjectId?: string | undefined;
  evaluatorId?: string | undefined;
  evaluatorType?: string | undefined;
  status?: string | undefined;
}

/** One page of a cycle's participants of these types, by subject and evaluator; throws NOT_FOUND, VALIDATION. */
export async function participantPage(
  cycleId: string,
  { subjectId, evaluatorId, ...named }: ParticipantFilter,
  { page, pageSize }: PageRequest,
  types: readonly EvaluatorType[] = EVALUATOR_TYPES,
): Promise<{ items: ParticipantView[]; totalCount: number }> {
  const evaluatorType = enumerationFilter(EvaluatorType, named.evaluatorType, 'evaluatorType');
  const status = enumerationFilter(ParticipantStatus, named.status, 'status');
  const cycle = await findCycle(cycleId);
  const wanted = types.filter((type) => evaluatorType === undefined || type === evaluatorType);
  const filter = {
    cycleId,
    ...(subjectId === undefined ? {} : { subjectId }),
    ...(evaluatorId === undefined ? {} : { evaluatorId }),
    ...(wanted.length === EVALUATOR_TYPES.length ? {} : { evaluatorType: { $in: [...wanted] } }),
    ...(status === undefined ? {} : { status }),
  };
  const [rows, totalCount] = await Promise.all([
    ParticipantModel.find(filter)
      .select(WITHOUT_ANSWERS)
      .sort({ cycleId: 1, subjectId: 1, evaluatorId: 1 }) // the order of the unique index: nothing is sorted, ties are none
      .skip((page - 1) * pageSize)
      .limit(pageSize)
      .lean<ParticipantRow[]>(),
    ParticipantModel.countDocuments(filter),
  ]);
  return { items: await toViews(rows, cycle.name), totalCount };
}

/** These participants of one cycle as the API shows them; one query for all names. */
export async function toViews(rows: readonly ParticipantRow[], cycle: string): Promise<ParticipantView[]> {
  const employee = await namesById(
    EmployeeModel,
    rows.flatMap(({ subjectId, evaluatorId }) => [subjectId, evaluatorId]),
    'fullName',
  );
  return rows.map((row) => toParticipantView(row, cycle, employee));
}
