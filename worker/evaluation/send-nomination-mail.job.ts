import { CONSOLE_PAGES } from '../../shared/comms/console-pages';
import type { MailValues } from '../../shared/comms/mail/mail.store';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { type Evaluation, EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { NominationStatus } from '../../shared/evaluation/nominations/nomination';
import { nominationStatus } from '../../shared/evaluation/nominations/nomination.rules';
import type { MailsResult } from '../../shared/jobs/contract';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { defineJob, MAILING, type Run } from '../define-job';
import { recordJob } from '../job-audit';
import { sendMails } from '../people/deliver-mails';
import { nominationValues, subjectsToAsk } from './ask-nominations';

/** Emails the subjects of a cycle who are to name peers, each once per cycle, or one subject whose nomination was returned. */
export const sendNominationMail = defineJob({
  name: 'evaluation.send-nomination-mail',
  retry: MAILING,
  onFailed: null,
  run: sendAll,
});

async function sendAll(run: Run<'evaluation.send-nomination-mail'>): Promise<MailsResult> {
  const { kind, aboutId, triggerId } = run.payload;
  const values = kind === 'nominations-asked' ? await unnamed(aboutId) : await returned(aboutId);
  const result = await sendMails(run, { kind, triggerId, aboutId, values, path: CONSOLE_PAGES.myNominations });
  if (kind === 'nominations-asked' && result.recipients > 0)
    recordJob(run, 'mail.sent', { entityType: AuditEntity.Cycle, entityId: aboutId }, { kind, ...result });
  return result;
}

/** The subjects who have not submitted a nomination. */
async function unnamed(cycleId: string): Promise<Map<string, MailValues>> {
  const subjects = await subjectsToAsk(cycleId);
  return new Map(
    subjects.flatMap(({ subjectId, status, values }) =>
      status === NominationStatus.Open ? [[subjectId, values] as const] : [],
    ),
  );
}

/** The subject, unless the nomination was submitted again. */
async function returned(evaluationId: string): Promise<Map<string, MailValues>> {
  const row = await EvaluationModel.findById(evaluationId).lean<Evaluation>();
  if (!row || nominationStatus(row.nomination) !== NominationStatus.Returned) return new Map();
  const values = nominationValues(await findCycle(row.cycleId));
  return new Map([[row.subjectId, { ...values, reason: row.nomination?.returnReason ?? '' }]]);
}
