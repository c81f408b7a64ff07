import { CONSOLE_PAGES } from '../../shared/comms/console-pages';
import { deliveredEmployees } from '../../shared/comms/mail/mail-delivery.store';
import { pickRows } from '../../shared/db/pick';
import { cycleValues, recipientsOf } from '../../shared/evaluation/cycles/cycle-mail-recipients.store';
import { type MailTrigger, MailTriggerModel } from '../../shared/evaluation/cycles/cycle-mail.model';
import {
  type CycleMail,
  cycleMailPath,
  EVERYONE,
  type MailPart,
} from '../../shared/evaluation/cycles/cycle-mail.rules';
import { takesNominations } from '../../shared/evaluation/cycles/cycle-settings.rules';
import { isOver } from '../../shared/evaluation/cycles/cycle-visibility.rules';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { evaluatorRecipients } from '../../shared/evaluation/guests/guests.store';
import { askingMailId } from '../../shared/evaluation/nominations/asking-mail';
import { nominationsEnded } from '../../shared/evaluation/nominations/nomination.rules';
import { COUNTED_SUBJECTS } from '../../shared/evaluation/participants/participation.store';
import { toInstant } from '../../shared/kernel/clock';
import { mailRecipients } from '../../shared/people/mail-recipients.store';
import { mailOutcomes, type PreviewedMail, mailPreview } from '../comms/mail-preview.queries';
import type { CycleMailPreview, PreviewedCycleMail, SentCycleMail } from './cycle-mail.dto';
import { today } from './nominations/nominations.queries';

/** Returns the content and the number of recipients of an email about a cycle before it is sent. Throws NOT_FOUND. */
export async function previewCycleMail(
  cycleId: string,
  kind: PreviewedCycleMail,
  part: MailPart = EVERYONE,
): Promise<CycleMailPreview> {
  const cycle = await findCycle(cycleId);
  const about = await (kind === 'nominations-asked' ? asking(cycle) : sending(kind, cycle, part));
  const { count: _sample, ...values } = cycleValues(cycle, 0);
  return { kind, ...(await mailPreview({ kind, values, ...about })) };
}

/** Returns the result of the last email of each kind about a cycle, without kinds that were never sent. Throws NOT_FOUND. */
export async function sentCycleMails(id: string): Promise<SentCycleMail[]> {
  const { _id: cycleId } = await findCycle(id);
  const askedId = askingMailId(cycleId);
  const [triggers, { lastAt: askedAt }] = await Promise.all([
    pickRows(MailTriggerModel.find({ cycleId }).sort({ sequence: 1 }), '_id', 'kind', 'createdAt'),
    deliveredEmployees(askedId),
  ]);
  const last = new Map<PreviewedCycleMail, { triggerId: string; at: Date }>(
    triggers.map(({ _id, kind, createdAt }) => [kind, { triggerId: _id, at: createdAt }]),
  );
  if (askedAt) last.set('nominations-asked', { triggerId: askedId, at: askedAt });
  const outcomeOf = await mailOutcomes([...last.values()].map(({ triggerId }) => triggerId));
  return [...last].map(([kind, { triggerId, at }]) => ({ kind, sentAt: toInstant(at), outcome: outcomeOf(triggerId) }));
}

type About = Omit<PreviewedMail, 'kind' | 'values'> & Partial<Pick<PreviewedMail, 'values'>>;

async function sending(kind: CycleMail, cycle: Cycle, part: MailPart): Promise<About> {
  const cycleId = cycle._id;
  const [recipients, last] = await Promise.all([
    recipientsOf(kind, cycle, part),
    MailTriggerModel.findOne({ cycleId, kind }).sort({ sequence: -1 }).lean<MailTrigger>(),
  ]);
  const reached = await evaluatorRecipients(kind, [...recipients.keys()]);
  return {
    recipients: reached.recipients.size,
    path: cycleMailPath(kind, cycleId),
    lastSentAt: last?.createdAt ?? null,
    lastTriggerId: last?._id ?? null,
  };
}

/** The subjects whom the opening, or a change of the settings, asks to name peers, without those who were asked. */
async function asking({ _id: cycleId, name, status, settings }: Cycle): Promise<About> {
  const lastTriggerId = askingMailId(cycleId);
  const asked = await deliveredEmployees(lastTriggerId);
  const isOpenToNaming = takesNominations(settings) && !isOver(status) && !nominationsEnded(settings, await today());
  const subjects = isOpenToNaming ? await EvaluationModel.distinct('subjectId', { cycleId, ...COUNTED_SUBJECTS }) : [];
  const reached = await mailRecipients(
    'nominations-asked',
    subjects.filter((id) => !asked.employeeIds.has(id)),
  );
  return {
    recipients: reached.size,
    values: { cycle: name, endDate: settings.nominationEndDate ?? '' },
    path: CONSOLE_PAGES.myNominations,
    lastSentAt: asked.lastAt,
    lastTriggerId: asked.lastAt && lastTriggerId,
  };
}
