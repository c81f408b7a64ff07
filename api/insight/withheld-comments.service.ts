import { inTransaction } from '../../shared/db/transaction';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { type CommentDecision, type CommentText, withDecision } from '../../shared/evaluation/withheld-comment.rules';
import { subjectResult } from '../../shared/insight/subject-result.rules';
import { findEvaluated, subjectEvidence } from '../../shared/insight/subject-result.store';
import { now } from '../../shared/kernel/clock';
import { actor } from '../../shared/kernel/context';
import { notFound } from '../../shared/kernel/errors';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { recordAudit } from '../../shared/platform/audit/audit.store';
import { type BulkResult, changeRows } from '../http/bulk';
import { type ChangeComments, CommentAction } from './comments-bulk.dto';
import type { WithheldCommentView, WithholdComment } from './evaluation-results.dto';

/**
 * Withholds a comment about a subject from the subject, the manager and every PDF, or shows it again, and records the
 * reason; safe to repeat. Throws NOT_FOUND, also for a comment whose text has changed since HR read it.
 */
export async function withholdComment(
  cycleId: string,
  subjectId: string,
  commentId: string,
  { isWithheld, reason }: WithholdComment,
): Promise<WithheldCommentView> {
  return inTransaction(async () => {
    const subject = await commentsAbout(cycleId, subjectId);
    const comment = subject.comments.get(commentId);
    if (!comment) throw notFound();
    await decide(subject, [comment], decisionOf(isWithheld, reason));
    return { id: commentId, isWithheld };
  });
}

/** Does the same for several comments about one subject; unknown ones are refused. Throws NOT_FOUND for the subject. */
export async function withholdComments(cycleId: string, subjectId: string, input: ChangeComments): Promise<BulkResult> {
  const { action, values } = input;
  const decision = decisionOf(action === CommentAction.Withhold, values.reason);
  return changeRows(input, async (rows) => {
    const subject = await commentsAbout(cycleId, subjectId);
    const found = rows.found([...subject.comments].map(([_id, comment]) => ({ _id, comment })));
    return decide(
      subject,
      rows.open.flatMap((id) => found.get(id)?.comment ?? []),
      decision,
    );
  });
}

function decisionOf(isWithheld: boolean, reason: string): CommentDecision {
  return { isWithheld, reason: reason.trim(), by: actor().userId, at: now() };
}

type StoredComment = CommentText & { isWithheld: boolean };

interface CommentedSubject {
  evaluation: Awaited<ReturnType<typeof findEvaluated>>['evaluation'];
  comments: Map<string, StoredComment>;
}

async function commentsAbout(cycleId: string, subjectId: string): Promise<CommentedSubject> {
  const cycle = await findCycle(cycleId);
  const { evaluation } = await findEvaluated(cycleId, subjectId);
  const { sections } = subjectResult(await subjectEvidence(cycle, evaluation), null);
  const comments = sections
    .flatMap(({ items }) => items)
    .flatMap(({ item, comments: ofItem }) =>
      ofItem.map((comment) => [comment.id, { ...comment, itemId: item.id }] as const),
    );
  return { evaluation, comments: new Map(comments) };
}

/** Stores a decision about the comments that differ from it, and returns their number. */
async function decide(
  { evaluation }: CommentedSubject,
  comments: readonly StoredComment[],
  decision: CommentDecision,
): Promise<number> {
  const changed = comments.filter(({ isWithheld }) => isWithheld !== decision.isWithheld);
  if (changed.length === 0) return 0;
  let { withheldComments } = evaluation;
  for (const comment of changed) withheldComments = withDecision(withheldComments, comment, decision);
  await EvaluationModel.updateOne({ _id: evaluation._id }, { $set: { withheldComments } });
  // The entries name no evaluator, since the subject may request the entries about them.
  for (const _comment of changed)
    await recordAudit(decision.isWithheld ? 'comment.withheld' : 'comment.shown', {
      entityType: AuditEntity.Evaluation,
      entityId: evaluation._id,
      changes: [{ field: 'reason', before: null, after: decision.reason }],
    });
  return changed.length;
}
