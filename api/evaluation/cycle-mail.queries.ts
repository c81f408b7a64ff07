import { previewMail } from '../../shared/comms/mail/mail.store';
import { cycleValues, recipientsOf } from '../../shared/evaluation/cycles/cycle-mail-recipients.store';
import { type MailTrigger, MailTriggerModel } from '../../shared/evaluation/cycles/cycle-mail.model';
import {
  type CycleMail,
  cycleMailPath,
  EVERYONE,
  type MailPart,
} from '../../shared/evaluation/cycles/cycle-mail.rules';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { toInstantOrNull } from '../../shared/kernel/clock';
import type { CycleMailPreview } from './cycle-mail.dto';

/** Returns the content and the number of recipients of an email about a cycle before it is sent. Throws NOT_FOUND. */
export async function previewCycleMail(
  cycleId: string,
  kind: CycleMail,
  part: MailPart = EVERYONE,
): Promise<CycleMailPreview> {
  const cycle = await findCycle(cycleId);
  const [recipients, last] = await Promise.all([
    recipientsOf(kind, cycle, part),
    MailTriggerModel.findOne({ cycleId, kind }).sort({ sequence: -1 }).lean<MailTrigger>(),
  ]);
  const [count = 0] = recipients.values();
  const { subject, text } = await previewMail(kind, cycleValues(cycle, count), cycleMailPath(kind, cycleId));
  return { kind, recipients: recipients.size, lastSentAt: toInstantOrNull(last?.createdAt ?? null), subject, text };
}
