import { CycleModel, type Cycle } from '../../shared/evaluation/cycle.model';
import { ParticipantModel } from '../../shared/evaluation/participant.model';
import { ASSIGNED_TYPES } from '../../shared/framework/evaluator-type';
import { notFound } from '../../shared/kernel/errors';
import type { PageRequest } from '../http/pagination';
import type { ParticipantRow, ParticipantView } from './participants.dto';
import { participantPage, toViews, WITHOUT_ANSWERS } from './participants.queries';

/** One page of the assignments of a cycle, by subject; throws NOT_FOUND for an unknown cycle. */
export async function listPeerAssignments(
  cycleId: string,
  filter: { subjectId: string | undefined; evaluatorId: string | undefined },
  page: PageRequest,
): Promise<{ items: ParticipantView[]; totalCount: number }> {
  return participantPage(cycleId, filter, page, ASSIGNED_TYPES);
}

/** One assignment; throws NOT_FOUND, also for a Self or Manager evaluation. */
export async function getPeerAssignment(id: string): Promise<ParticipantView> {
  const row = await ParticipantModel.findOne({ _id: id, evaluatorType: { $in: [...ASSIGNED_TYPES] } })
    .select(WITHOUT_ANSWERS)
    .lean<ParticipantRow>();
  const cycle = row && (await CycleModel.findById(row.cycleId).select('name').lean<Pick<Cycle, 'name'>>());
  if (!row || !cycle) throw notFound();
  const [view] = await toViews([row], cycle.name);
  if (!view) throw notFound();
  return view;
}
