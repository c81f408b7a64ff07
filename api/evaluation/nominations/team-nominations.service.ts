import { CONSOLE_PAGES } from '../../../shared/comms/console-pages';
import { notify } from '../../../shared/comms/notification.store';
import { namesById } from '../../../shared/db/references';
import { inTransaction } from '../../../shared/db/transaction';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { type Nomination, NominationStatus } from '../../../shared/evaluation/nominations/nomination';
import {
  decisionRefusal,
  NO_NOMINATION,
  validateNominationSize,
} from '../../../shared/evaluation/nominations/nomination.rules';
import { enqueueStored, storeJob } from '../../../shared/jobs/enqueue';
import { now } from '../../../shared/kernel/clock';
import { actor } from '../../../shared/kernel/context';
import { AppError, assertValid, conflict } from '../../../shared/kernel/errors';
import { derivedId } from '../../../shared/kernel/ids';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { ensureEmployeeUsage } from '../../../shared/people/employee.store';
import { serializeEmployeeChanges } from '../../../shared/platform/plan-usage.store';
import { signedIn } from '../../../shared/policies/viewer';
import { mayDecideNomination } from '../../policies/nomination.policy';
import { assertNominees } from './candidates.queries';
import { checkedGuests } from './nominated-guests.service';
import { approveNominees, inviteApproved, recordNomination } from './nomination-changes.service';
import type { ApproveNomination } from './nominations.dto';
import { type Nominating, teamNomination } from './nominations.queries';

/**
 * Makes the nominated peers and guests, or those of another choice, evaluators of the subject. Throws NOT_FOUND, FORBIDDEN for HR
 * about their own, VALIDATION on the place of an employee who cannot be a peer, and CONFLICT unless it is Submitted in
 * a cycle that takes answers.
 */
export async function approveNomination(
  cycleId: string,
  subjectId: string,
  { evaluatorIds, guests: chosen }: ApproveNomination,
): Promise<Nominating> {
  const { approved, invitations } = await deciding(cycleId, subjectId, async (nominating) => {
    const { row, cycle } = nominating;
    const peerIds = evaluatorIds?.map((id) => id.toLowerCase()) ?? row.nomination?.peerIds ?? [];
    if (evaluatorIds) assertValid(validateNominationSize(peerIds.length, cycle.settings));
    await assertNominees(row, cycle, peerIds);
    const guests = await checkedGuests(nominating, chosen);
    const decided = await approveNominees(nominating, { peerIds, guests });
    const name = await namesById(EmployeeModel, peerIds, 'fullName');
    // Without guests: an erasure does not look for them in notifications.
    await notifySubject(decided, { peers: peerIds.map((id) => name(id) ?? '').join(', ') || '–' });
    return { approved: decided, invitations: await inviteApproved(decided) };
  });
  if (invitations) await enqueueStored(invitations);
  return approved;
}

/** Asks the subject to choose again, with a reason; throws like `approveNomination`. */
export async function returnNomination(cycleId: string, subjectId: string, reason: string): Promise<Nominating> {
  const { returned, mail } = await deciding(cycleId, subjectId, async ({ row, cycle }) => {
    const nomination: Nomination = {
      ...NO_NOMINATION,
      ...row.nomination,
      status: NominationStatus.Returned,
      decidedAt: now(),
      decidedBy: actor().userId,
      returnReason: reason.trim(),
    };
    await EvaluationModel.updateOne({ _id: row._id }, { $set: { nomination } });
    await recordNomination('nominations.returned', row, nomination.peerIds);
    const decided = { row: { ...row, nomination }, cycle };
    await notifySubject(decided, { reason: nomination.returnReason ?? '' });
    const triggerId = derivedId('nominations-returned', row._id, String(nomination.decidedAt?.getTime()));
    const about = { kind: 'nominations-returned' as const, aboutId: row._id, triggerId };
    return { returned: decided, mail: await storeJob('evaluation.send-nomination-mail', about) };
  });
  await enqueueStored(mail);
  return returned;
}

/** Decides in a transaction that conflicts with concurrent leavers, assignments, decisions and closings. */
async function deciding<T>(
  cycleId: string,
  subjectId: string,
  decide: (nominating: Nominating) => Promise<T>,
): Promise<T> {
  await ensureEmployeeUsage();
  return inTransaction(async () => {
    await serializeEmployeeChanges();
    const nominating = await teamNomination(cycleId, subjectId);
    if (!mayDecideNomination(signedIn(), nominating.row))
      throw new AppError('FORBIDDEN', 'No one decides on their own nomination.');
    const why = decisionRefusal(nominating.cycle, nominating.row.nomination);
    if (why) throw conflict(why);
    return decide(nominating);
  });
}

async function notifySubject({ row, cycle }: Nominating, decision: Record<string, string>): Promise<void> {
  const occasion = `nominations-decided:${row._id}:${row.nomination?.decidedAt?.getTime() ?? 0}`;
  await notify('nominations-decided', occasion, [
    { employeeId: row.subjectId, values: { cycle: cycle.name, ...decision }, link: CONSOLE_PAGES.myNominations },
  ]);
}
