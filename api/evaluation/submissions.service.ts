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
    const decided = await inTransaction(() => submitAll([...different.values()]));
    for (const [submission, answer] of decided) answers.set(submission, answer);
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

interface DecidedSubmission {
  submission: Submission;
  asked: OpenEvaluation;
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
  const decided = found.flatMap((subject) =>
    unlessRefused(subject.submission, () => {
      const asked = { ...subject.own, content: contentOf(subject) };
      return { submission: subject.submission, asked, submitted: asSubmitted(asked) };
    }),
  );
  if (decided.length === 0) return answers;
  await writeChanges(decided);
  for (const { submission: each } of decided) await runInContext(each.by, () => recordSubmission(each.id));
  for (const { submission, asked, submitted } of decided)
    answers.set(submission, { status: 'fulfilled', value: { row: submitted, cycle: asked.cycle } });
  return answers;
}

async function writeChanges(decided: readonly DecidedSubmission[]): Promise<void> {
  const written = await bulkUpdate(
    ParticipantModel,
    decided.map(
      ({ asked: { row }, submitted: { status, startedAt, submittedAt, score, potential, revision, updatedAt } }) => ({
        updateOne: {
          filter: { _id: row._id, evaluatorId: row.evaluatorId, revision: row.revision },
          update: { $set: { status, startedAt, submittedAt, score, potential, revision, updatedAt } },
          timestamps: false,
        },
      }),
    ),
  );
  if (written < decided.length) throw tooManyChanges();
  for (const cycleId of new Set(decided.map(({ asked }) => asked.cycle._id))) {
    const some = decided.filter(({ asked }) => asked.cycle._id === cycleId);
    const [{ asked }] = some as [DecidedSubmission];
    const scoring = { weights: asked.cycle.settings.weights, scale: asked.content.scale };
    await updateTallies(
      cycleId,
      some.map(({ asked: { row } }) => row.subjectId),
      scoring,
    );
  }
}
