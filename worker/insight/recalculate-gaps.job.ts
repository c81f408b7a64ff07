import { allRows } from '../../shared/db/batches';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { assertAnswersKept, failGaps, findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { type Evaluation, EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { COUNTED_SUBJECTS, SUBMITTED_STATUS } from '../../shared/evaluation/participants/participation.store';
import { cycleContent } from '../../shared/insight/cycles.store';
import { ANSWERED_FIELDS, type AnsweredRow } from '../../shared/insight/gaps/gap-levels.store';
import { cycleRuns } from '../../shared/insight/gaps/gap-runs.store';
import { requirementItems, SubjectLevels } from '../../shared/insight/gaps/gap.rules';
import type { GapsResult } from '../../shared/jobs/contract';
import { CALCULATING, defineJob, type Run } from '../define-job';
import { type GapRows, replaceGaps } from './gap-run';

type GapsRun = Run<'insight.recalculate-gaps'>;
type SubjectRow = Pick<Evaluation, 'subjectId' | 'departmentId' | 'jobProfileId' | 'requirements'>;

/** Documents per batch, a few megabytes each: a round trip costs more than its contents. */
const SUBJECTS_PER_BATCH = 1_000;
const PARTICIPANTS_PER_BATCH = 4_000;
const REVISIONS_PER_WRITE = 2_000;

/**
 * Recalculates the gaps of a cycle from the requirements at generation, for all subjects or none (docs/adr/0006);
 * subjects who left before it was over have none. Throws CONFLICT when retention has deleted the answers.
 */
export const recalculateGaps = defineJob({
  name: 'insight.recalculate-gaps',
  retry: CALCULATING,
  onFailed: ({ cycleId }) => failGaps(cycleId),
  run: recalculate,
});

async function recalculate(run: GapsRun): Promise<GapsResult> {
  const cycle = await findCycle(run.payload.cycleId);
  assertAnswersKept(cycle);
  await raiseOpenRevisions(run, cycle._id);
  const subjects = await EvaluationModel.countDocuments({ cycleId: cycle._id, ...COUNTED_SUBJECTS });
  return replaceGaps(run, cycleRuns(cycle._id), subjects, (rows) => addGaps(rows, cycle));
}

/**
 * Increments the revision of the unsubmitted evaluations. A submission is written only over the revision that it was decided
 * on: one decided before the closing has been written and counts, or is decided again and finds the cycle Closed.
 */
async function raiseOpenRevisions(run: GapsRun, cycleId: string): Promise<void> {
  const open = { cycleId, status: ParticipantStatus.InProgress };
  const rows = await allRows(ParticipantModel, open, ['_id']);
  const ids = rows.map(({ _id }) => _id);
  for (let start = 0; start < ids.length; start += REVISIONS_PER_WRITE) {
    const some = { ...open, _id: { $in: ids.slice(start, start + REVISIONS_PER_WRITE) } };
    await run.write(() => ParticipantModel.updateMany(some, { $inc: { revision: 1 } }, { timestamps: false }));
  }
}

/** Merges two sorted streams, subjects and their submitted participants: one pass, and no query per subject. */
async function addGaps(rows: GapRows, cycle: Cycle): Promise<void> {
  const items = requirementItems(await cycleContent(cycle));
  const participants = answeredRows(cycle._id)[Symbol.asyncIterator]();
  let next = await participants.next();
  try {
    for await (const { subjectId, ...subject } of subjectRows(cycle._id)) {
      const levels = new SubjectLevels(items, cycle.settings.weights);
      // Skips participants of withdrawn evaluations, whose subjects are not in the first stream.
      while (!next.done && next.value.subjectId <= subjectId) {
        if (next.value.subjectId === subjectId) levels.add(next.value);
        next = await participants.next();
      }
      await rows.add({ cycleId: cycle._id, employeeId: subjectId, ...subject }, levels);
    }
  } finally {
    await participants.return?.();
  }
}

function subjectRows(cycleId: string): AsyncIterable<SubjectRow> {
  return EvaluationModel.find({ cycleId, ...COUNTED_SUBJECTS })
    .sort({ subjectId: 1 })
    .select({ _id: 0, subjectId: 1, departmentId: 1, jobProfileId: 1, requirements: 1 })
    .lean<SubjectRow[]>()
    .cursor({ batchSize: SUBJECTS_PER_BATCH });
}

function answeredRows(cycleId: string): AsyncIterable<AnsweredRow> {
  return ParticipantModel.find({ cycleId, ...SUBMITTED_STATUS })
    .sort({ subjectId: 1 })
    .select(ANSWERED_FIELDS)
    .lean<AnsweredRow[]>()
    .cursor({ batchSize: PARTICIPANTS_PER_BATCH });
}
