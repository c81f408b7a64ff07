import { CONSOLE_PAGES } from '../../shared/comms/console-pages';
import { notify } from '../../shared/comms/notification.store';
import { inTransaction } from '../../shared/db/transaction';
import { cycleValues } from '../../shared/evaluation/cycles/cycle-mail-recipients.store';
import { resultsReleasedAt } from '../../shared/evaluation/cycles/cycle-visibility.rules';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { holdCycle } from '../../shared/evaluation/cycles/cycle.store';
import { storePublishedResults } from '../../shared/evaluation/disclosure/published-results.store';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { findResult } from '../../shared/insight/subject-result.store';
import { now } from '../../shared/kernel/clock';
import { conflict, notFound } from '../../shared/kernel/errors';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { recordAudit } from '../../shared/platform/audit/audit.store';
import { mayRelease, releaseRefusal } from '../../shared/policies/result.policy';
import { signedIn } from '../../shared/policies/viewer';
import { type ReleaseView, toReleaseView } from './evaluation-results.dto';

/**
 * Releases the results of one subject of a Closed cycle, notifies the subject, and stores what they see; an earlier
 * release remains. Throws NOT_FOUND, also for viewers other than the manager and HR, and CONFLICT when HR releases the
 * results of the cycle or it is not Closed.
 */
export async function releaseResults(cycleId: string, subjectId: string): Promise<ReleaseView> {
  return inTransaction(async () => {
    const cycle = await holdCycle(cycleId); // concurrent releases conflict
    const { owner, evaluated } = await findResult(cycleId, subjectId);
    if (!mayRelease(signedIn(), owner)) throw notFound();
    const why = releaseRefusal(cycle);
    if (why) throw conflict(why);
    const before = resultsReleasedAt(cycle, owner.releasedAt);
    if (before) return toReleaseView(cycleId, subjectId, before);
    const releasedAt = now();
    await EvaluationModel.updateOne({ _id: evaluated.evaluation._id }, { $set: { releasedAt } });
    await storePublishedResults(cycleId, [subjectId]);
    await recordAudit('results.released', {
      entityType: AuditEntity.Employee,
      entityId: subjectId,
      changes: [{ field: 'cycleId', before: null, after: cycleId }],
    });
    await notifySubject(cycle, subjectId, releasedAt);
    return toReleaseView(cycleId, subjectId, releasedAt);
  });
}

async function notifySubject(cycle: Cycle, subjectId: string, releasedAt: Date): Promise<void> {
  await notify('results-published', `results-released:${cycle._id}:${subjectId}:${releasedAt.getTime()}`, [
    { employeeId: subjectId, values: cycleValues(cycle, 0), link: CONSOLE_PAGES.myResults(cycle._id) },
  ]);
}
