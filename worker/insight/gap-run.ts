import { bulkInsert, isDuplicate, type NewRow } from '../../shared/db/bulk';
import type { RequirementSnapshot } from '../../shared/evaluation/evaluation.model';
import { GapModel, type GapRow } from '../../shared/insight/gap.model';
import type { SubjectLevels } from '../../shared/insight/gap.rules';
import type { RunHolder } from '../../shared/insight/gap-runs.store';
import { OutdatedGapRunModel } from '../../shared/insight/outdated-gap-run.model';
import type { GapsResult } from '../../shared/jobs/contract';
import { now } from '../../shared/kernel/clock';
import type { Run } from '../run-job';

/** What a gap run needs of the job that does it. */
type GapJob = Pick<Run<'insight.recalculate-gaps' | 'insight.analyse-gaps'>, 'jobId' | 'progress'>;

/** Whose gaps they are, and what is required of them. */
export interface GapSubject extends Pick<GapRow, 'cycleId' | 'employeeId' | 'departmentId' | 'jobProfileId'> {
  requirements: readonly RequirementSnapshot[];
}

/** Documents of a batch, a few megabytes: a round trip costs more than what it carries. */
const ROWS_PER_WRITE = 2_000;

/**
 * Writes the rows that `calculate` adds under the job's id, seen by nobody, then makes them the visible ones at once; those
 * of the run before are swept later (docs/adr/0006). Run again it starts from nothing, or finds its work done.
 */
export async function replaceGaps(
  job: GapJob,
  holder: RunHolder,
  subjects: number,
  calculate: (rows: GapRows) => Promise<void>,
): Promise<GapsResult> {
  const runId = job.jobId;
  const startedAt = now();
  // An earlier attempt died after its rows were shown: they must not vanish again.
  if ((await holder.visible()) === runId) return { subjects, rows: await GapModel.countDocuments({ runId }) };
  await job.progress(0, subjects);
  await GapModel.deleteMany({ runId }); // what an earlier attempt left
  const rows = new GapRows(job, subjects);
  await calculate(rows);
  await rows.flush();
  await job.progress(subjects, subjects);
  const { shown, before } = await holder.show(runId, startedAt);
  const outdated = shown ? before : runId;
  if (outdated !== null && outdated !== (await holder.visible())) await outdate(outdated);
  return { subjects, rows: rows.written };
}

async function outdate(runId: string): Promise<void> {
  try {
    await OutdatedGapRunModel.create({ _id: runId });
  } catch (error) {
    if (!isDuplicate(error)) throw error; // an attempt before this one got as far
  }
}

/** The rows of a run on their way to the database, some thousands at a time. */
export class GapRows {
  written = 0;
  private subjects = 0;
  private waiting: NewRow<GapRow>[] = [];

  constructor(
    private readonly job: GapJob,
    private readonly total: number,
  ) {}

  /** Adds the gaps of one subject at the requirements that have data. */
  async add({ requirements, ...subject }: GapSubject, levels: SubjectLevels): Promise<void> {
    const names = new Map(requirements.map(({ requirementId, requirement }) => [requirementId, requirement]));
    for (const gap of levels.gaps(requirements))
      this.waiting.push({
        runId: this.job.jobId,
        ...subject,
        requirement: names.get(gap.requirementId) ?? '',
        ...gap,
      });
    this.subjects += 1;
    if (this.waiting.length >= ROWS_PER_WRITE) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.waiting.length === 0) return;
    await this.job.progress(this.subjects, this.total);
    await bulkInsert(GapModel, this.waiting);
    this.written += this.waiting.length;
    this.waiting = [];
  }
}
