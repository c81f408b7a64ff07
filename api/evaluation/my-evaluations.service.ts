import { pickRow } from '../../shared/db/pick';
import { inTransaction } from '../../shared/db/transaction';
import { mergeAnswers, validateAnswers } from '../../shared/evaluation/answer.rules';
import { isReleasedByManagers, resultsReleasedAt } from '../../shared/evaluation/cycles/cycle-visibility.rules';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { answerRefusal } from '../../shared/evaluation/participants/participation.rules';
import { updateTallies } from '../../shared/evaluation/subject-tally.store';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { TemplateContent } from '../../shared/framework/template.rules';
import { now } from '../../shared/kernel/clock';
import { assertValid, conflict, tooManyChanges } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { recordAudit } from '../../shared/platform/audit/audit.store';
import type { SaveAnswers } from './my-evaluations.dto';
import { type OwnEvaluation, ownEvaluation } from './my-evaluations.queries';
import { contentForSubjects } from './subject-content.store';

/** An evaluation as read, with the content that its cycle has for the subject. */
export interface OpenEvaluation extends OwnEvaluation {
  content: TemplateContent;
}

/** Returns the fields to write over an evaluation as it was read; null changes nothing. */
export type Decision = (form: OpenEvaluation) => Partial<Participant> | null;

/** Attempts to change a row that others write concurrently; every lost attempt means that another writer succeeded. */
const ATTEMPTS = 50;

/**
 * Saves answers as a draft, merged by item. Throws NOT_FOUND, VALIDATION, and CONFLICT with the current `revision` when
 * the given one is outdated, the evaluation is submitted or withdrawn, or the cycle takes no answers.
 */
export function saveAnswers(id: string, { answers, revision }: SaveAnswers): Promise<OwnEvaluation> {
  return changeOwn(id, ({ row, cycle, content }) => {
    assertWritable(row, cycle);
    if (revision !== undefined && revision !== row.revision)
      throw conflict(refusal('ANSWERS_CHANGED_SINCE_READ'), {
        revision: row.revision,
      });
    assertValid(validateAnswers(content, row.evaluatorType, answers));
    return { answers: mergeAnswers(row.answers, answers), startedAt: row.startedAt ?? now() };
  });
}

/**
 * Confirms that the subject has received the published results, on their Self evaluation: a submitted one becomes
 * Acknowledged, one that was never submitted keeps its state. Safe to repeat. Throws NOT_FOUND, CONFLICT.
 */
export async function acknowledgeResults(id: string): Promise<OwnEvaluation> {
  const releasedAt = await ownReleasedAt(await ownEvaluation(id));
  const decide: Decision = ({ row, cycle }) => {
    if (row.evaluatorType !== EvaluatorType.Self)
      throw conflict(refusal('ONLY_SUBJECT_CAN_ACKNOWLEDGE_RESULTS'), stateOf(row));
    const isSubmitted = row.status === ParticipantStatus.Submitted;
    if (!isSubmitted && row.acknowledgedAt !== null) return null;
    if (resultsReleasedAt(cycle, releasedAt) === null)
      throw conflict(refusal('RESULTS_OF_CYCLE_NOT_PUBLISHED_YET'), stateOf(row));
    return { status: isSubmitted ? ParticipantStatus.Acknowledged : row.status, acknowledgedAt: now() };
  };
  return changeOwn(id, decide, ({ status }) =>
    recordAudit('evaluation.acknowledged', {
      entityType: AuditEntity.Evaluation,
      entityId: id,
      changes:
        status === ParticipantStatus.Acknowledged
          ? [{ field: 'status', before: ParticipantStatus.Submitted, after: status }]
          : [],
    }),
  );
}

async function ownReleasedAt({ row, cycle }: OwnEvaluation): Promise<Date | null | undefined> {
  if (!isReleasedByManagers(cycle)) return null;
  const { cycleId, subjectId } = row;
  return (await pickRow(EvaluationModel.findOne({ cycleId, subjectId }), 'releasedAt'))?.releasedAt;
}

/**
 * Writes what `decide` returns for the evaluation as it was read. If it changed in between, reads and decides again, so
 * that no answer of another tab or device is lost. With `record`, for writes that scores depend on, everything is one
 * transaction, in which cycle and template are read once. The gap run of a closed cycle changes the revision of every
 * unsubmitted evaluation, so that a concurrent write reads it again.
 */
async function changeOwn(
  id: string,
  decide: Decision,
  record?: (row: Participant) => Promise<void>,
): Promise<OwnEvaluation> {
  const attempt = async (): Promise<OwnEvaluation | null> => {
    const own = await ownEvaluation(id);
    const subject = { cycle: own.cycle, subjectId: own.row.subjectId };
    const content = (await contentForSubjects([subject]))(subject);
    const changes = decide({ ...own, content });
    if (!changes) return own;
    const row = await ParticipantModel.findOneAndUpdate(
      { _id: id, evaluatorId: own.row.evaluatorId, revision: own.row.revision },
      { $set: changes },
      { returnDocument: 'after' },
    ).lean<Participant>();
    if (!row) return null;
    if (record) {
      const scoring = { weights: own.cycle.settings.weights, scale: content.scale };
      await updateTallies(row.cycleId, [row.subjectId], scoring);
      await record(row);
    }
    return { ...own, row };
  };
  for (let attempts = 0; attempts < ATTEMPTS; attempts += 1) {
    const written = await (record ? inTransaction(attempt) : attempt());
    if (written) return written;
  }
  throw tooManyChanges();
}

/** Throws CONFLICT when the evaluation, or its cycle, no longer takes answers. */
export function assertWritable(row: Participant, cycle: Cycle): void {
  const why = answerRefusal(row, cycle.status);
  if (why) throw conflict(why, stateOf(row));
}

function stateOf({ status, revision }: Participant): { status: ParticipantStatus; revision: number } {
  return { status, revision };
}
