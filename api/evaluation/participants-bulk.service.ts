import { mailRoute } from '../../shared/comms/mail/mail-route.store';
import { pickRows } from '../../shared/db/pick';
import { missingReferences } from '../../shared/db/references';
import { triggerCycleMail } from '../../shared/evaluation/cycles/cycle-mail-trigger.store';
import { cycleMailRefusal, EVERYONE } from '../../shared/evaluation/cycles/cycle-mail.rules';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { guestsAmong } from '../../shared/evaluation/guests/guests.store';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { answerRefusal, isListed, isReminded } from '../../shared/evaluation/participants/participation.rules';
import { assertValid, conflict, invalid, notFound } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { EmployeeModel } from '../../shared/people/employee.model';
import { ensureEmployeeUsage } from '../../shared/people/employee.store';
import { type BulkResult, BulkRows, changeRows } from '../http/bulk';
import { removeEvaluators, replaceEvaluator } from './evaluator-changes.service';
import { type ChangeParticipants, ParticipantAction } from './participants-bulk.dto';

/**
 * Applies an action to several evaluations by the rules of the single operations; those that these refuse do not
 * change. Throws VALIDATION on `values`, and CONFLICT for a reminder without a mail server.
 */
export async function changeParticipants(input: ChangeParticipants): Promise<BulkResult> {
  const { action, values } = input;
  await ensureEmployeeUsage();
  switch (action) {
    case ParticipantAction.Remind:
      return remind(input);
    case ParticipantAction.Remove:
      return changeRows(input, (rows) => removeEvaluators(rows.open, (id, why) => rows.refuse(id, why)));
    case ParticipantAction.Replace: {
      const evaluatorId = values?.evaluatorId;
      if (evaluatorId === undefined) throw invalid({ field: 'values.evaluatorId', ...refusal('REQUIRED') });
      assertValid(await missingReferences(EmployeeModel, [{ field: 'values.evaluatorId', id: evaluatorId }]));
      return changeRows(input, (rows) => rows.each((id) => replaceEvaluator(id, { evaluatorId })));
    }
  }
}

/**
 * Emails the evaluators of the unsubmitted rows, one email per evaluator and cycle; repeated calls behave as for the
 * reminder of a whole cycle.
 */
async function remind({ ids, dryRun = false }: ChangeParticipants): Promise<BulkResult> {
  await mailRoute(); // the preview also reports that nothing can be sent
  const rows = new BulkRows([...new Set(ids)]);
  const asked = await waitingRows(rows);
  if (!dryRun)
    for (const cycleId of new Set(asked.map((row) => row.cycleId))) {
      const participantIds = asked.filter((row) => row.cycleId === cycleId).map(({ _id }) => _id);
      await triggerCycleMail('deadline-reminder', cycleId, { ...EVERYONE, participantIds: participantIds.sort() });
    }
  return { changed: asked.length, refused: rows.refused };
}

type SelectedParticipant = Pick<
  Participant,
  '_id' | 'cycleId' | 'evaluatorId' | 'status' | 'evaluatorPresence' | 'subjectPresence'
>;

async function waitingRows(rows: BulkRows): Promise<SelectedParticipant[]> {
  const stored = await pickRows(
    ParticipantModel.find({ _id: { $in: rows.open } }),
    'cycleId',
    'evaluatorId',
    'status',
    'evaluatorPresence',
    'subjectPresence',
  );
  const found = rows.found(stored.filter(isListed));
  const cycles = await pickRows(
    CycleModel.find({ _id: { $in: [...new Set(stored.map(({ cycleId }) => cycleId))] } }),
    'status',
  );
  const cycleOf = new Map(cycles.map((cycle) => [cycle._id, cycle]));
  const evaluators = await pickRows(
    EmployeeModel.find({ _id: { $in: [...new Set(stored.map(({ evaluatorId }) => evaluatorId))] } }),
    'status',
  );
  const statusOf = new Map(evaluators.map(({ _id, status }) => [_id, status]));
  const guests = await guestsAmong(stored.map(({ evaluatorId }) => evaluatorId).filter((id) => !statusOf.has(id)));
  for (const id of guests) statusOf.set(id, EmployeeStatus.Active);
  for (const id of rows.open) {
    const row = found.get(id);
    const cycle = row && cycleOf.get(row.cycleId);
    if (!row || !cycle) rows.refuse(id, notFound());
    else refuseUnasked(rows, row, cycle, statusOf.get(row.evaluatorId));
  }
  return rows.open.flatMap((id) => found.get(id) ?? []);
}

function refuseUnasked(
  rows: BulkRows,
  row: SelectedParticipant,
  cycle: Pick<Cycle, 'status'>,
  evaluator?: EmployeeStatus,
): void {
  const why = cycleMailRefusal('deadline-reminder', cycle) ?? answerRefusal(row, cycle.status);
  if (why) rows.refuse(row._id, conflict(why));
  else if (!isReminded(evaluator ?? EmployeeStatus.Terminated))
    rows.refuse(row._id, conflict(refusal('EVALUATOR_NOT_REMINDED')));
}
