import { pickRow } from '../../shared/db/pick';
import { CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { LISTED } from '../../shared/evaluation/participants/participation.store';
import { ASSIGNED_TYPES, EvaluatorType } from '../../shared/framework/evaluator-type';
import { notFound } from '../../shared/kernel/errors';
import type { PageRequest } from '../http/pagination';
import type { ParticipantRow, ParticipantView } from './participants.dto';
import { participantPage, toViews, WITHOUT_ANSWERS } from './participants.queries';

/** Returns one page of the assignments of a cycle, by subject; throws NOT_FOUND. */
export async function listPeerAssignments(
  cycleId: string,
  filter: { subjectId: string | undefined; evaluatorId: string | undefined },
  page: PageRequest,
): Promise<{ items: ParticipantView[]; totalCount: number }> {
  return participantPage(cycleId, filter, page, ASSIGNED_TYPES);
}

/** Returns one assignment, or a Manager evaluation, which HR can replace; throws NOT_FOUND, also for a Self evaluation. */
export async function getPeerAssignment(id: string): Promise<ParticipantView> {
  const row = await ParticipantModel.findOne({ _id: id, evaluatorType: { $ne: EvaluatorType.Self }, ...LISTED })
    .select(WITHOUT_ANSWERS)
    .lean<ParticipantRow>();
  const cycle = row && (await pickRow(CycleModel.findById(row.cycleId), 'name'));
  if (!row || !cycle) throw notFound();
  const [view] = await toViews([row], cycle.name);
  if (!view) throw notFound();
  return view;
}
