import { mergeAnswers, missingRequiredItems, validateAnswers } from '../../shared/evaluation/answer.rules';
import type { Cycle } from '../../shared/evaluation/cycle.model';
import { templateOfCycle } from '../../shared/evaluation/cycle.store';
import { answersAreWritable } from '../../shared/evaluation/cycle-status';
import { recalculateIfClosed } from '../../shared/evaluation/gap-job.store';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participant.model';
import { ParticipantStatus } from '../../shared/evaluation/participant-status';
import { participantScore, potentialItems, scoreItems } from '../../shared/evaluation/score.rules';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { DEFAULT_SCALE, type TemplateContent } from '../../shared/framework/template.rules';
import { now } from '../../shared/kernel/clock';
import { AppError, assertValid, conflict } from '../../shared/kernel/errors';
import { AuditEntity } from '../../shared/platform/audit-events';
import { recordAudit } from '../../shared/platform/audit.store';
import type { SaveAnswers } from './my-evaluations.dto';
import { type OwnEvaluation, ownEvaluation } from './my-evaluations.queries';

type Changes = Partial<Participant>;

/** Attempts at a row that others write at the same moment; each that is lost was somebody else's success. */
const ATTEMPTS = 50;

/**
 * Saves answers as a draft, merged by item (decisions 6, "Answers"). Throws NOT_FOUND, VALIDATION, and CONFLICT with the
 * current `revision` when the given one is stale, the evaluation is submitted or the cycle takes no answers.
 */
export function saveAnswers(id: string, { answers, revision }: SaveAnswers): Promise<OwnEvaluation> {
  return change(id, async ({ row, cycle }) => {
    assertWritable(row, cycle);
    if (revision !== undefined && revision !== row.revision)
      throw conflict('These answers were changed elsewhere; read them again and repeat your change.', {
        revision: row.revision,
      });
    assertValid(validateAnswers(await contentOf(cycle), row.evaluatorType, answers));
    return { answers: mergeAnswers(row.answers, answers), startedAt: row.startedAt ?? now() };
  });
}

/**
 * Validates and locks an evaluation (spec 3.3, 4.6) and keeps its score and potential. Throws NOT_FOUND, VALIDATION with
 * one `answers[<itemId>]` per required item without an answer, and CONFLICT as `saveAnswers`.
 */
export async function submitEvaluation(id: string): Promise<OwnEvaluation> {
  const own = await change(id, async ({ row, cycle }) => {
    assertWritable(row, cycle);
    const content = await contentOf(cycle);
    const missing = missingRequiredItems(content, row.evaluatorType, row.answers);
    assertValid(missing.map((itemId) => ({ field: `answers[${itemId}]`, message: 'needs an answer' })));
    const at = now();
    return {
      status: ParticipantStatus.Submitted,
      startedAt: row.startedAt ?? at,
      submittedAt: at,
      score: participantScore(row.answers, scoreItems(content)),
      potential: participantScore(row.answers, potentialItems(content)),
    };
  });
  await recordAudit('evaluation.submitted', {
    entityType: AuditEntity.Evaluation,
    entityId: id,
    changes: [{ field: 'status', before: ParticipantStatus.InProgress, after: ParticipantStatus.Submitted }],
  });
  await recalculateIfClosed(own.row.cycleId); // closed in this very instant
  return own;
}

/**
 * Confirms that the subject has received the results: on the own Self evaluation, once submitted and published. Again it
 * changes nothing. Throws NOT_FOUND, CONFLICT.
 */
export async function acknowledgeResults(id: string): Promise<OwnEvaluation> {
  let isNew = true;
  const own = await change(id, async ({ row, cycle }) => {
    if (row.evaluatorType !== EvaluatorType.Self)
      throw conflict('Results are acknowledged by their subject, on the own (Self) evaluation.', stateOf(row));
    isNew = row.status !== ParticipantStatus.Acknowledged;
    if (!isNew) return null;
    if (row.status !== ParticipantStatus.Submitted)
      throw conflict('Submit your own evaluation before you acknowledge the results.', stateOf(row));
    if (cycle.resultsPublishedAt === null)
      throw conflict('The results of this cycle are not published yet.', stateOf(row));
    return { status: ParticipantStatus.Acknowledged, acknowledgedAt: now() };
  });
  if (isNew)
    await recordAudit('evaluation.acknowledged', {
      entityType: AuditEntity.Evaluation,
      entityId: id,
      changes: [{ field: 'status', before: ParticipantStatus.Submitted, after: ParticipantStatus.Acknowledged }],
    });
  return own;
}

/**
 * Writes what `decide` makes of the evaluation as it was read, if nobody wrote in between; else reads and decides again,
 * so that no answer of another tab or device is lost. `null` changes nothing.
 */
async function change(id: string, decide: (own: OwnEvaluation) => Promise<Changes | null>): Promise<OwnEvaluation> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const own = await ownEvaluation(id);
    const changes = await decide(own);
    if (!changes) return own;
    const unchanged = { _id: id, evaluatorId: own.row.evaluatorId, revision: own.row.revision };
    const options = { returnDocument: 'after' } as const;
    const row = await ParticipantModel.findOneAndUpdate(unchanged, { $set: changes }, options).lean<Participant>();
    if (row) return { ...own, row };
  }
  throw new AppError('SERVICE_UNAVAILABLE', 'Too many changes at the same time; try again.', {
    headers: { 'Retry-After': '1' },
  });
}

function assertWritable(row: Participant, cycle: Cycle): void {
  if (row.status !== ParticipantStatus.InProgress)
    throw conflict(`This evaluation is ${row.status}; its answers cannot change any more.`, stateOf(row));
  if (!answersAreWritable(cycle.status))
    throw conflict(`The cycle is ${cycle.status}; it takes answers while it is Open or InProgress.`, stateOf(row));
}

function stateOf({ status, revision }: Participant): { status: ParticipantStatus; revision: number } {
  return { status, revision };
}

async function contentOf(cycle: Cycle): Promise<TemplateContent> {
  return (await templateOfCycle(cycle)) ?? { scale: DEFAULT_SCALE, sections: [] };
}
