import { inTransaction } from '../../shared/db/transaction';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { withDecision } from '../../shared/evaluation/withheld-comment.rules';
import { subjectResult } from '../../shared/insight/subject-result.rules';
import { findEvaluated, subjectEvidence } from '../../shared/insight/subject-result.store';
import { now } from '../../shared/kernel/clock';
import { actor } from '../../shared/kernel/context';
import { notFound } from '../../shared/kernel/errors';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { recordAudit } from '../../shared/platform/audit/audit.store';
import type { WithheldCommentView, WithholdComment } from './evaluation-results.dto';

/**
 * Withholds a comment about a subject from the subject, the manager and every PDF, or shows it again, and records why; the same
 * again has no effect. Throws NOT_FOUND, also for a comment whose text has changed since HR read it.
 */
export async function withholdComment(
  cycleId: string,
  subjectId: string,
  commentId: string,
  { isWithheld, reason }: WithholdComment,
): Promise<WithheldCommentView> {
  return inTransaction(async () => {
    const cycle = await findCycle(cycleId);
    const { evaluation } = await findEvaluated(cycleId, subjectId);
    const { sections } = subjectResult(await subjectEvidence(cycle, evaluation), null);
    const found = sections
      .flatMap(({ items }) => items)
      .flatMap(({ item, comments }) => comments.map((comment) => ({ ...comment, itemId: item.id })))
      .find(({ id }) => id === commentId);
    if (!found) throw notFound();
    if (found.isWithheld === isWithheld) return { id: commentId, isWithheld };
    const decision = { isWithheld, reason: reason.trim(), by: actor().userId, at: now() };
    const withheldComments = withDecision(evaluation.withheldComments, found, decision);
    await EvaluationModel.updateOne({ _id: evaluation._id }, { $set: { withheldComments } });
    // The entry names no evaluator: the subject may ask for the entries about them.
    await recordAudit(isWithheld ? 'comment.withheld' : 'comment.shown', {
      entityType: AuditEntity.Evaluation,
      entityId: evaluation._id,
      changes: [{ field: 'reason', before: null, after: decision.reason }],
    });
    return { id: commentId, isWithheld };
  });
}
