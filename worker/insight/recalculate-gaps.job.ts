import { bulkInsert, type NewRow } from '../../shared/db/bulk';
import { type Cycle, CycleModel, GapsState } from '../../shared/evaluation/cycle.model';
import { type Evaluation, EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participant.model';
import { ParticipantStatus } from '../../shared/evaluation/participant-status';
import { findCycle } from '../../shared/evaluation/cycle.store';
import { cycleContent } from '../../shared/insight/cycles.store';
import { GapModel, type GapRow } from '../../shared/insight/gap.model';
import { requirementItems, SubjectLevels } from '../../shared/insight/gap.rules';
import type { GapsResult } from '../../shared/jobs/contract';
import { RunReplaced } from '../../shared/jobs/ledger';
import { now } from '../../shared/kernel/clock';
import type { Run } from '../run-job';

type GapsRun = Run<'insight.recalculate-gaps'>;
type SubjectRow = Pick<Evaluation, 'subjectId' | 'departmentId' | 'jobProfileId' | 'requirements'>;
type AnsweredRow = Pick<Participant, 'subjectId' | 'evaluatorType' | 'status' | 'answers'>;

/** Documents of a batch, a few megabytes each: a round trip costs more than what it carries. */
const SUBJECTS_PER_BATCH = 1_000;
const PARTICIPANTS_PER_BATCH = 4_000;
const ROWS_PER_WRITE = 2_000;

/**
 * Calculates the gaps of a cycle anew (spec 2.6.7). The rows of a run carry the job's id and are seen by nobody until
 * the cycle names that run; then the rows of the run before are removed.
 */
export async function recalculateGaps(run: GapsRun): Promise<GapsResult> {
  const cycle = await findCycle(run.payload.cycleId);
  try {
    return await recalculate(run, cycle);
  } catch (error) {
    if (error instanceof RunReplaced) throw error;
    await run.progress(1, 1); // throws when another run has taken over: then the state is for that one to tell
    await CycleModel.updateOne({ _id: cycle._id }, { $set: { 'gaps.state': GapsState.Failed } });
    throw error; // a later attempt that succeeds says Calculated
  }
}

async function recalculate(run: GapsRun, cycle: Cycle): Promise<GapsResult> {
  const runId = run.jobId;
  const startedAt = now();
  const subjects = await EvaluationModel.countDocuments({ cycleId: cycle._id });
  // An earlier attempt died after its rows were shown: they must not vanish again.
  if (cycle.gaps.runId === runId) return { subjects, rows: await GapModel.countDocuments({ runId }) };
  await run.progress(0, subjects);
  await GapModel.deleteMany({ runId }); // what an earlier attempt left
  const result = await writeGaps(run, cycle, subjects);
  await run.progress(subjects, subjects);
  await show(cycle._id, runId, startedAt);
  return result;
}

/** Two sorted streams, subjects and their submitted participants, are merged: one pass, and no query per subject. */
async function writeGaps(run: GapsRun, cycle: Cycle, subjects: number): Promise<GapsResult> {
  const items = requirementItems(await cycleContent(cycle));
  const participants = answeredRows(cycle._id)[Symbol.asyncIterator]();
  let next = await participants.next();
  let buffer: NewRow<GapRow>[] = [];
  const result: GapsResult = { subjects: 0, rows: 0 };
  const flush = async (): Promise<void> => {
    await run.progress(result.subjects, subjects);
    result.rows += buffer.length;
    await bulkInsert(GapModel, buffer);
    buffer = [];
  };
  try {
    for await (const subject of subjectRows(cycle._id)) {
      const levels = new SubjectLevels(items, cycle.settings.weights);
      // Participants of subjects before this one have no evaluation to belong to.
      while (!next.done && next.value.subjectId <= subject.subjectId) {
        if (next.value.subjectId === subject.subjectId) levels.add(next.value);
        next = await participants.next();
      }
      buffer.push(...gapRows(run.jobId, cycle._id, subject, levels));
      result.subjects += 1;
      if (buffer.length >= ROWS_PER_WRITE) await flush();
    }
    if (buffer.length > 0) await flush();
  } finally {
    await participants.return?.();
  }
  return result;
}

function gapRows(runId: string, cycleId: string, subject: SubjectRow, levels: SubjectLevels): NewRow<GapRow>[] {
  const { subjectId, departmentId, jobProfileId, requirements } = subject;
  const names = new Map(requirements.map(({ requirementId, requirement }) => [requirementId, requirement]));
  return levels.gaps(requirements).map((gap) => ({
    runId,
    cycleId,
    employeeId: subjectId,
    departmentId,
    jobProfileId,
    requirement: names.get(gap.requirementId) ?? '',
    ...gap,
  }));
}

/**
 * Makes this run the one that readers see, unless a run that began later is seen already; removes the rows of the one
 * that is not.
 */
async function show(cycleId: string, runId: string, startedAt: Date): Promise<void> {
  const before = await CycleModel.findOneAndUpdate(
    { _id: cycleId, $or: [{ 'gaps.calculatedAt': null }, { 'gaps.calculatedAt': { $lte: startedAt } }] },
    { $set: { gaps: { state: GapsState.Calculated, calculatedAt: startedAt, runId } } },
    { returnDocument: 'before' },
  ).lean<Cycle>();
  const outdated = before ? before.gaps.runId : runId;
  const after = await CycleModel.findById(cycleId).select('gaps').lean<Pick<Cycle, 'gaps'>>();
  if (outdated !== null && outdated !== after?.gaps.runId) await GapModel.deleteMany({ runId: outdated });
}

function subjectRows(cycleId: string): AsyncIterable<SubjectRow> {
  return EvaluationModel.find({ cycleId })
    .sort({ subjectId: 1 })
    .select({ _id: 0, subjectId: 1, departmentId: 1, jobProfileId: 1, requirements: 1 })
    .lean<SubjectRow[]>()
    .cursor({ batchSize: SUBJECTS_PER_BATCH });
}

function answeredRows(cycleId: string): AsyncIterable<AnsweredRow> {
  return ParticipantModel.find({
    cycleId,
    status: { $in: [ParticipantStatus.Submitted, ParticipantStatus.Acknowledged] },
  })
    .sort({ subjectId: 1 })
    .select({
      _id: 0,
      subjectId: 1,
      evaluatorType: 1,
      status: 1,
      'answers.itemId': 1,
      'answers.score': 1,
      'answers.notApplicable': 1,
    })
    .lean<AnsweredRow[]>()
    .cursor({ batchSize: PARTICIPANTS_PER_BATCH });
}
