import { CONSOLE_PAGES } from '../../../shared/comms/console-pages';
import { notify } from '../../../shared/comms/notification.store';
import { inTransaction } from '../../../shared/db/transaction';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { NominationStatus } from '../../../shared/evaluation/nominations/nomination';
import {
  managerDecides,
  NO_NOMINATION,
  nominationRefusal,
  validateNominationSize,
} from '../../../shared/evaluation/nominations/nomination.rules';
import { now } from '../../../shared/kernel/clock';
import { assertValid, conflict } from '../../../shared/kernel/errors';
import { ensureEmployeeUsage } from '../../../shared/people/employee.store';
import { serializeEmployeeChanges } from '../../../shared/platform/plan-usage.store';
import { assertNominees } from './candidates.queries';
import { checkedGuests } from './nominated-guests.service';
import { approveNominees, recordNomination } from './nomination-changes.service';
import type { SaveNomination } from './nominations.dto';
import { type Nominating, ownNomination, today } from './nominations.queries';

/**
 * Saves the peers and guests that the viewer nominates as a draft, and returns the nomination. Throws NOT_FOUND, VALIDATION on the
 * place of someone who cannot be nominated, and CONFLICT once the nomination is submitted, its last day is past, or the cycle takes
 * none, or no guests.
 */
export async function saveNomination(
  cycleId: string,
  { evaluatorIds, guests: chosen }: SaveNomination,
): Promise<Nominating> {
  const date = await today();
  const ids = evaluatorIds.map((id) => id.toLowerCase());
  return inTransaction(async () => {
    const { row, cycle } = await ownNomination(cycleId);
    const why = nominationRefusal(cycle, row.nomination, date);
    if (why) throw conflict(why);
    await assertNominees(row, cycle, ids);
    const guests = await checkedGuests({ row, cycle }, chosen);
    const nomination = { ...NO_NOMINATION, ...row.nomination, peerIds: ids, guests };
    await EvaluationModel.updateOne({ _id: row._id }, { $set: { nomination } });
    return { row: { ...row, nomination }, cycle };
  });
}

/**
 * Submits the viewer's draft: notifies the manager, or, where the subject alone decides, makes the peers evaluators.
 * Checks each employee again. Throws like `saveNomination`, and VALIDATION on `evaluatorIds` for too few or too many.
 */
export async function submitNomination(cycleId: string): Promise<Nominating> {
  const date = await today();
  await ensureEmployeeUsage();
  return inTransaction(async () => {
    await serializeEmployeeChanges(); // conflicts with concurrent leavers, assignments and closings
    const { row, cycle } = await ownNomination(cycleId);
    const why = nominationRefusal(cycle, row.nomination, date);
    if (why) throw conflict(why);
    const { peerIds } = row.nomination ?? NO_NOMINATION;
    assertValid(validateNominationSize(peerIds.length, cycle.settings));
    await assertNominees(row, cycle, peerIds);
    const guests = await checkedGuests({ row, cycle }, undefined);
    const submittedAt = now();
    const nomination = { ...NO_NOMINATION, peerIds, guests, submittedAt, status: NominationStatus.Submitted as const };
    const submitted = { row: { ...row, nomination }, cycle };
    await recordNomination('nominations.submitted', row, peerIds);
    if (!managerDecides(cycle.settings)) return approveNominees(submitted, { peerIds, guests: [] });
    await EvaluationModel.updateOne({ _id: row._id }, { $set: { nomination } });
    await notifyManager(submitted, submittedAt);
    return submitted;
  });
}

async function notifyManager({ row, cycle }: Nominating, submittedAt: Date): Promise<void> {
  if (row.managerId === null) return;
  const occasion = `nominations-submitted:${row._id}:${submittedAt.getTime()}`;
  const values = { cycle: cycle.name, subject: row.subject.fullName };
  await notify('nominations-submitted', occasion, [
    { employeeId: row.managerId, values, link: CONSOLE_PAGES.teamNominations },
  ]);
}
