import { bulkUpdate } from '../../shared/db/bulk';
import { inTransaction } from '../../shared/db/transaction';
import { missingRequiredItems } from '../../shared/evaluation/answer.rules';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { participantScore, potentialItems, scoreItems } from '../../shared/evaluation/score.rules';
import { updateTallies } from '../../shared/evaluation/subject-tally.store';
import { Batcher } from '../../shared/kernel/batcher';
import { now } from '../../shared/kernel/clock';
import { type Context, context, runInContext, tenantId } from '../../shared/kernel/context';
import { assertValid, tooManyChanges } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { recordAudit } from '../../shared/platform/audit/audit.store';
import { callingEvaluator, type OwnEvaluation, ownEvaluations } from './my-evaluations.queries';
import { type OpenEvaluation, assertWritable } from './my-evaluations.service';
import { contentForSubjects } from './subject-content.store';

/** A submission, and who sends it. */
interface Submission {
  id: string;
  by: Context;
}

/** Submissions of one transaction: few enough that it seldom meets another one of the same subject. */
const MAX_TOGETHER = 32;
const line = new Batcher<Submission, OwnEvaluation>(submitTogether, MAX_TOGETHER);

/**
 * Validates and locks an evaluation and stores its score and potential. Throws NOT_FOUND, VALIDATION with one `answers[<itemId>]`
 * per required item without an answer, and CONFLICT as `saveAnswers`. What many submit at the same moment is one transaction
 * (docs/adr/0034): before a deadline everyone does.
 */
export function submitEvaluation(id: string): Promise<OwnEvaluation> {
  return line.ask(tenantId(), { id, by: context() });
}

type Answer = PromiseSettledResult<OwnEvaluation>;

/** An evaluation that is sent twice at the same moment is submitted by the first transaction, and refused by the second one. */
async function submitTogether(submissions: readonly Submission[]): Promise<Answer[]> {
  const answers = new Map<Submission, Answer>();
  while (answers.size < submissions.length) {
    const waiting = submissions.filter((submission) => !answers.has(submission));
    const different = new Map(waiting.toReversed().map((submission) => [submission.id, submission]));
    const settled = await inTransaction(() => submitAll([...different.values()]));
    for (const [submission, answer] of settled) answers.set(submission, answer);
  }
  return submissions.flatMap((submission) => answers.get(submission) ?? []);
}

/** Returns the evaluation as the submission leaves it, so that it need not be read again. */
const asSubmitted = ({ row, cycle, content }: OpenEvaluation): Participant => {
  assertWritable(row, cycle);
  const missing = missingRequiredItems(content, row.evaluatorType, row.answers);
  assertValid(missing.map((itemId) => ({ field: `answers[${itemId}]`, ...refusal('ANSWER_NEEDED') })));
  const at = now();
  return {
    ...row,
    status: ParticipantStatus.Submitted,
    startedAt: row.startedAt ?? at,
    submittedAt: at,
    score: participantScore(row.answers, scoreItems(content)),
    potential: participantScore(row.answers, potentialItems(content)),
    revision: row.revision + 1,
    updatedAt: at,
  };
};

function recordSubmission(id: string): Promise<void> {
  return recordAudit('evaluation.submitted', {
    entityType: AuditEntity.Evaluation,
    entityId: id,
    changes: [{ field: 'status', before: ParticipantStatus.InProgress, after: ParticipantStatus.Submitted }],
  });
}

interface SubmissionResult {
  submission: Submission;
  form: OpenEvaluation;
  submitted: Participant;
}

/** An answer for each of these different submissions, in some dozen commands. One that is refused stops no other. */
async function submitAll(submissions: readonly Submission[]): Promise<Map<Submission, Answer>> {
  const answers = new Map<Submission, Answer>();
  const ownOf = await ownEvaluations(submissions.map(({ id }) => id));
  /** Runs `step`, which reads no database; what it throws is the submission's answer. */
  const unlessRefused = <T>(each: Submission, step: () => T): T[] => {
    try {
      return [step()];
    } catch (error) {
      answers.set(each, { status: 'rejected', reason: error });
      return [];
    }
  };
  const found = submissions.flatMap((submission) =>
    unlessRefused(submission, () => {
      const own = ownOf(submission.id, callingEvaluator(submission.by));
      return { submission, own, subjectId: own.row.subjectId, cycle: own.cycle };
    }),
  );
  const contentOf = await contentForSubjects(found);
  const results = found.flatMap((subject) =>
    unlessRefused(subject.submission, () => {
      const form = { ...subject.own, content: contentOf(subject) };
      return { submission: subject.submission, form, submitted: asSubmitted(form) };
    }),
  );
  if (results.length === 0) return answers;
  await writeChanges(results);
  for (const { submission: each } of results) await runInContext(each.by, () => recordSubmission(each.id));
  for (const { submission, form, submitted } of results)
    answers.set(submission, { status: 'fulfilled', value: { row: submitted, cycle: form.cycle } });
  return answers;
}

async function writeChanges(results: readonly SubmissionResult[]): Promise<void> {
  const written = await bulkUpdate(
    ParticipantModel,
    results.map(
      ({ form: { row }, submitted: { status, startedAt, submittedAt, score, potential, revision, updatedAt } }) => ({
        updateOne: {
          filter: { _id: row._id, evaluatorId: row.evaluatorId, revision: row.revision },
          update: { $set: { status, startedAt, submittedAt, score, potential, revision, updatedAt } },
          timestamps: false,
        },
      }),
    ),
  );
  if (written < results.length) throw tooManyChanges();
  for (const cycleId of new Set(results.map(({ form }) => form.cycle._id))) {
    const some = results.filter(({ form }) => form.cycle._id === cycleId);
    const [{ form }] = some as [SubmissionResult];
    const scoring = { weights: form.cycle.settings.weights, scale: form.content.scale };
    await updateTallies(
      cycleId,
      some.map(({ form: { row } }) => row.subjectId),
      scoring,
    );
  }
}
