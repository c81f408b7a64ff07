import { mailRoute } from '../../shared/comms/mail/mail-route.store';
import { missingReferences } from '../../shared/db/references';
import { assertCanMail, type MailJob, triggerCycleMail } from '../../shared/evaluation/cycles/cycle-mail-trigger.store';
import { type CycleMail, EVERYONE, type MailPart } from '../../shared/evaluation/cycles/cycle-mail.rules';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { isReleasedByManagers } from '../../shared/evaluation/cycles/cycle-visibility.rules';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { DepartmentModel } from '../../shared/framework/department.model';
import { assertValid } from '../../shared/kernel/errors';
import { publishCycle } from './cycles/publication.service';

/**
 * Starts the emails of a kind about a cycle and returns their job, like `triggerCycleMail`. First publishes unpublished
 * results that are announced, unless managers release them. Throws NOT_FOUND, VALIDATION, and CONFLICT without a mail
 * server or in a status of the cycle in which this email cannot be sent.
 */
export async function startCycleMail(kind: CycleMail, cycleId: string, part: MailPart = EVERYONE): Promise<MailJob> {
  const cycle = await findCycle(cycleId);
  assertCanMail(kind, cycle);
  const department = { field: 'departmentId', id: part.departmentId }; // of the generation
  assertValid(await missingReferences(DepartmentModel, [department], { ofDeletedToo: true }));
  await mailRoute(); // throws before anything is published
  if (kind === 'results-published' && !isReleasedByManagers(cycle))
    await publishCycle(cycleId, [CycleStatus.Closed, CycleStatus.Archived]);
  return triggerCycleMail(kind, cycleId, part);
}
