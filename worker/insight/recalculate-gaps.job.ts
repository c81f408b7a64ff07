import { type Cycle, CycleModel, GapsState } from '../../shared/evaluation/cycle.model';
import { type Evaluation, EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participant.model';
import { findCycle } from '../../shared/evaluation/cycle.store';
import { cycleContent } from '../../shared/insight/cycles.store';
import { requirementItems, SubjectLevels } from '../../shared/insight/gap.rules';
import { ANSWERED_FIELDS, SUBMITTED } from '../../shared/insight/gap-levels.store';
import { cycleRuns } from '../../shared/insight/gap-runs.store';
import type { GapsResult } from '../../shared/jobs/contract';
import { RunReplaced } from '../../shared/jobs/ledger';
import type { Run } from '../run-job';
import { type GapRows, replaceGaps } from './gap-run';

type GapsRun = Run<'insight.recalculate-gaps'>;
type SubjectRow = Pick<Evaluation, 'subjectId' | 'departmentId' | 'jobProfileId' | 'requirements'>;
type AnsweredRow = Pick<Participant, 'subjectId' | 'evaluatorType' | 'status' | 'answers'>;

/** Documents of a batch, a few megabytes each: a round trip costs more than what it carries. */
const SUBJECTS_PER_BATCH = 1_000;
const PARTICIPANTS_PER_BATCH = 4_000;

/**
 * Calculates the gaps of a cycle anew (spec 2.6.7) from the requirements of its generation, all subjects or none
 * (docs/adr/0006).
 */
export async function recalculateGaps(run: GapsRun): Promise<GapsResult> {
  const cycle = await findCycle(run.payload.cycleId);
  try {
    const subjects = await EvaluationModel.countDocuments({ cycleId: cycle._id });
    return await replaceGaps(run, cycleRuns(cycle._id), subjects, (rows) => addGaps(rows, cycle));
  } catch (error) {
    if (error instanceof RunReplaced) throw error;
    await run.progress(1, 1); // throws when another run has taken over: then the state is for that one to tell
    await CycleModel.updateOne({ _id: cycle._id }, { $set: { 'gaps.state': GapsState.Failed } });
    throw error; // a later attempt that succeeds says Calculated
  }
}

/** Two sorted streams, subjects and their submitted participants, are merged: one pass, and no query per subject. */
async function addGaps(rows: GapRows, cycle: Cycle): Promise<void> {
  const items = requirementItems(await cycleContent(cycle));
  const participants = answeredRows(cycle._id)[Symbol.asyncIterator]();
  let next = await participants.next();
  try {
    for await (const { subjectId, ...subject } of subjectRows(cycle._id)) {
      const levels = new SubjectLevels(items, cycle.settings.weights);
      // Participants of subjects before this one have no evaluation to belong to.
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
  return EvaluationModel.find({ cycleId })
    .sort({ subjectId: 1 })
    .select({ _id: 0, subjectId: 1, departmentId: 1, jobProfileId: 1, requirements: 1 })
    .lean<SubjectRow[]>()
    .cursor({ batchSize: SUBJECTS_PER_BATCH });
}

function answeredRows(cycleId: string): AsyncIterable<AnsweredRow> {
  return ParticipantModel.find({ cycleId, status: SUBMITTED })
    .sort({ subjectId: 1 })
    .select(ANSWERED_FIELDS)
    .lean<AnsweredRow[]>()
    .cursor({ batchSize: PARTICIPANTS_PER_BATCH });
}
