import { CONSOLE_PAGES } from '../../shared/comms/console-pages';
import type { MailValues } from '../../shared/comms/mail/mail.store';
import { pickRows } from '../../shared/db/pick';
import { namesById } from '../../shared/db/references';
import { answersAreWritable } from '../../shared/evaluation/cycles/cycle-status';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { GuestModel } from '../../shared/evaluation/guests/guest.model';
import { guestRecipients } from '../../shared/evaluation/guests/guests.store';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { CAN_ANSWER } from '../../shared/evaluation/participants/participation.store';
import type { MailsResult } from '../../shared/jobs/contract';
import { groupBy } from '../../shared/kernel/group-by';
import { EmployeeModel } from '../../shared/people/employee.model';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { defineJob, MAILING, type Run } from '../define-job';
import { recordJob } from '../job-audit';
import { sendMails } from '../people/deliver-mails';

/** Most guests that one query reads by id. */
const ASK_AT_ONCE = 1_000;

/** Emails guests of a cycle who have something to answer their links, while the cycle takes answers. */
export const inviteGuests = defineJob({
  name: 'evaluation.invite-guests',
  retry: MAILING,
  onFailed: null,
  run: sendAll,
});

async function sendAll(run: Run<'evaluation.invite-guests'>): Promise<MailsResult> {
  const { cycleId, triggerId } = run.payload;
  const values = await invitations(run.payload);
  const path = CONSOLE_PAGES.guest;
  const kind = 'guest-invited';
  const result = await sendMails(run, { kind, triggerId, aboutId: cycleId, values, path, reach: guestRecipients });
  if (result.recipients > 0)
    recordJob(run, 'mail.sent', { entityType: AuditEntity.Cycle, entityId: cycleId }, { kind, ...result });
  return result;
}

/** Returns the values of each guest's email: whom it asks about, and until when. */
async function invitations({
  cycleId,
  guestIds,
}: Run<'evaluation.invite-guests'>['payload']): Promise<Map<string, MailValues>> {
  const cycle = await findCycle(cycleId);
  if (!answersAreWritable(cycle.status)) return new Map();
  const ids = await presentGuests(cycleId, guestIds);
  const asked: Pick<Participant, 'evaluatorId' | 'subjectId'>[] = [];
  for (let start = 0; start < ids.length; start += ASK_AT_ONCE) {
    const some = { evaluatorId: { $in: ids.slice(start, start + ASK_AT_ONCE) }, cycleId, ...CAN_ANSWER };
    asked.push(...(await pickRows(ParticipantModel.find(some), 'evaluatorId', 'subjectId')));
  }
  const subject = await namesById(
    EmployeeModel,
    asked.map(({ subjectId }) => subjectId),
    'fullName',
  );
  return new Map(
    [...groupBy(asked, ({ evaluatorId }) => evaluatorId)].map(([guestId, own]) => {
      const subjects = own.flatMap(({ subjectId }) => subject(subjectId) ?? []).join(', ');
      return [guestId, { cycle: cycle.name, subjects, endDate: cycle.endDate ?? '' }];
    }),
  );
}

/** Returns the guests of a cycle, or of these, who are neither withdrawn nor erased. */
async function presentGuests(cycleId: string, guestIds: readonly string[] | null): Promise<string[]> {
  const some = guestIds === null ? {} : { _id: { $in: [...guestIds] } };
  const rows = await pickRows(GuestModel.find({ cycleId, erasedAt: null, ...some }), 'withdrawnAt');
  return rows.filter(({ withdrawnAt }) => !withdrawnAt).map(({ _id }) => _id);
}
