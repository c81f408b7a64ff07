import { bulkUpdate } from '../../shared/db/bulk';
import { isOutage } from '../../shared/db/outage';
import { inTransaction } from '../../shared/db/transaction';
import { missingRequiredItems } from '../../shared/evaluation/answer.rules';
import { contentAsked } from '../../shared/evaluation/asked-content.store';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { participantScore, potentialItems, scoreItems } from '../../shared/evaluation/score.rules';
import { updateTallies } from '../../shared/evaluation/subject-tally.store';
import { now } from '../../shared/kernel/clock';
import { type Context, context, runInContext, tenantId } from '../../shared/kernel/context';
import { AppError, assertValid } from '../../shared/kernel/errors';
import { Line } from '../../shared/kernel/line';
import { logger } from '../../shared/kernel/logger';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { recordAudit } from '../../shared/platform/audit/audit.store';
import { type OwnEvaluation, ownEvaluations } from './my-evaluations.queries';
import { type Asked, assertWritable, changeOwn } from './my-evaluations.service';

/** A submission, and who sends it. */
interface Submission {
  id: string;
  by: Context;
}

/** Submissions of one transaction: few enough that it seldom meets another one of the same subject. */
const MAX_TOGETHER = 32;
const line = new Line<Submission, OwnEvaluation>(submitTogether, MAX_TOGETHER);

/**
 * Validates and locks an evaluation and keeps its score and potential. Throws NOT_FOUND, VALIDATION with
 * one `answers[<itemId>]` per required item without an answer, and CONFLICT as `saveAnswers`. What many submit at the same
 * moment is one transaction: before a deadline everyone does.
 */
export function submitEvaluation(id: string): Promise<OwnEvaluation> {
  return line.ask(tenantId(), { id, by: context() });
}

type Answer = PromiseSettledResult<OwnEvaluation>;

/** Each is submitted by itself when it is the only one, when it is sent twice, and when the transaction of all failed. */
async function submitTogether(submissions: readonly Submission[]): Promise<Answer[]> {
  const different = [...new Map(submissions.toReversed().map((submission) => [submission.id, submission])).values()];
  let answers: ReadonlyMap<Submission, Answer> = new Map();
  if (different.length > 1)
    try {
      answers = await inTransaction(() => submitAll(different));
    } catch (error) {
      if (isOutage(error)) throw error;
      logger.warn('submissions are repeated one by one', { error });
    }
  const alone = submissions.filter((submission) => !answers.has(submission));
  const rest = await Promise.allSettled(alone.map(({ id, by }) => runInContext(by, () => submitAlone(id))));
  return submissions.map((submission) => {
    const answer = answers.get(submission) ?? rest[alone.indexOf(submission)];
    if (!answer) throw new Error('A submission was left out.');
    return answer;
  });
}

function submitAlone(id: string): Promise<OwnEvaluation> {
  return changeOwn(id, asSubmitted, () => recordSubmission(id));
}

/** What a submission writes. */
const asSubmitted = ({ row, cycle, content }: Asked): Partial<Participant> => {
  assertWritable(row, cycle);
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
};

function recordSubmission(id: string): Promise<void> {
  return recordAudit('evaluation.submitted', {
    entityType: AuditEntity.Evaluation,
    entityId: id,
    changes: [{ field: 'status', before: ParticipantStatus.InProgress, after: ParticipantStatus.Submitted }],
  });
}

interface Decided {
  submission: Submission;
  asked: Asked;
  changes: Partial<Participant>;
}

/** Some dozen commands for all of them. What one may not submit is its own answer, and stops no other. */
async function submitAll(submissions: readonly Submission[]): Promise<Map<Submission, Answer>> {
  const answers = new Map<Submission, Answer>();
  const ownOf = await ownEvaluations(submissions.map(({ id }) => id));
  /** Runs `step`; what it refuses is the submission's answer. */
  const unlessRefused = <T>(each: Submission, step: () => T): T[] => {
    try {
      return [step()];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      answers.set(each, { status: 'rejected', reason: error });
      return [];
    }
  };
  const found = submissions.flatMap((submission) =>
    unlessRefused(submission, () => {
      const own = ownOf(submission.id, submission.by.actor?.employeeId ?? null);
      return { submission, own, subjectId: own.row.subjectId, cycle: own.cycle };
    }),
  );
  const contentOf = await contentAsked(found);
  const decided = found.flatMap((subject) =>
    unlessRefused(subject.submission, () => {
      const asked = { ...subject.own, content: contentOf(subject) };
      return { submission: subject.submission, asked, changes: asSubmitted(asked) };
    }),
  );
  if (decided.length === 0) return answers;
  await writeChanges(decided);
  for (const { submission: each } of decided) await runInContext(each.by, () => recordSubmission(each.id));
  const written = await ownEvaluations(decided.map(({ asked }) => asked.row._id));
  for (const { submission: each, asked } of decided)
    answers.set(each, { status: 'fulfilled', value: written(each.id, asked.row.evaluatorId) });
  return answers;
}

async function writeChanges(decided: readonly Decided[]): Promise<void> {
  const written = await bulkUpdate(
    ParticipantModel,
    decided.map(({ asked: { row }, changes }) => ({
      updateOne: {
        filter: { _id: row._id, evaluatorId: row.evaluatorId, revision: row.revision },
        update: { $set: changes, $inc: { revision: 1 } },
      },
    })),
  );
  if (written < decided.length) throw new Error('Someone changed one of these evaluations at the same moment.');
  for (const cycleId of new Set(decided.map(({ asked }) => asked.cycle._id))) {
    const some = decided.filter(({ asked }) => asked.cycle._id === cycleId);
    const [{ asked }] = some as [Decided];
    const scoring = { weights: asked.cycle.settings.weights, scale: asked.content.scale };
    await updateTallies(
      cycleId,
      some.map(({ asked: { row } }) => row.subjectId),
      scoring,
    );
  }
}
