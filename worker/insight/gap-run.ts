import { bulkInsert, type NewRow } from '../../shared/db/bulk';
import type { RequirementSnapshot } from '../../shared/evaluation/evaluation.model';
import type { RunHolder } from '../../shared/insight/gaps/gap-runs.store';
import { GapModel, type GapRow } from '../../shared/insight/gaps/gap.model';
import { gapsAt, type Levels } from '../../shared/insight/gaps/gap.rules';
import { type OutdatedGapRun, OutdatedGapRunModel } from '../../shared/insight/gaps/outdated-gap-run.model';
import type { GapsResult } from '../../shared/jobs/contract';
import { WRITES_AT_ONCE } from '../../shared/jobs/fence';
import { now } from '../../shared/kernel/clock';
import type { Run } from '../define-job';
import { Lanes } from '../lanes';

type GapJob = Pick<Run<'insight.recalculate-gaps' | 'insight.analyse-gaps'>, 'runId' | 'progress' | 'write' | 'atEnd'>;

export interface GapSubject extends Pick<GapRow, 'cycleId' | 'employeeId' | 'departmentId' | 'jobProfileId'> {
  requirements: readonly RequirementSnapshot[];
}

/** Rows per write, a few megabytes: a round trip costs more than its contents. */
const ROWS_PER_WRITE = 2_000;

/**
 * Writes the rows that `calculate` adds under the id of this run, invisible to readers, and makes them visible when the
 * job ends; the rows of the previous run are deleted later (docs/adr/0006). A repeated run starts from the beginning.
 */
export async function replaceGaps(
  job: GapJob,
  holder: RunHolder,
  subjects: number,
  calculate: (rows: GapRows) => Promise<void>,
): Promise<GapsResult> {
  const { runId } = job;
  const startedAt = now();
  await job.progress(0, subjects);
  await job.write(() => recordUnseen(runId)); // until it is visible, so that the rows of a crashed run are deleted
  const rows = new GapRows(job, subjects);
  try {
    await calculate(rows);
  } finally {
    await rows.end();
  }
  await job.progress(subjects, subjects);
  job.atEnd(async () => {
    const { shown, before } = await holder.show(runId, startedAt);
    if (!shown) return;
    const deleted = await OutdatedGapRunModel.deleteOne({ _id: runId, isRemoved: false });
    if (deleted.deletedCount === 0) throw new Error('The rows of the run were swept before it ended.');
    if (before !== null) await recordUnseen(before);
  });
  return { subjects, rows: rows.written };
}

async function recordUnseen(runId: string): Promise<void> {
  await bulkInsert<OutdatedGapRun>(OutdatedGapRunModel, [{ _id: runId, isRemoved: false }]);
}

/** Writes the rows of a gap run in batches of some thousands. */
export class GapRows {
  written = 0;
  private subjects = 0;
  private waiting: NewRow<GapRow>[] = [];
  private readonly lanes = new Lanes(WRITES_AT_ONCE);

  constructor(
    private readonly job: GapJob,
    private readonly total: number,
  ) {}

  /** Adds the gaps of one subject at the requirements that have data. */
  async add({ requirements, ...subject }: GapSubject, levels: Levels): Promise<void> {
    const names = new Map(requirements.map(({ requirementId, requirement }) => [requirementId, requirement]));
    for (const gap of gapsAt(requirements, levels))
      this.waiting.push({
        runId: this.job.runId,
        ...subject,
        requirement: names.get(gap.requirementId) ?? '',
        ...gap,
      });
    this.subjects += 1;
    if (this.waiting.length >= ROWS_PER_WRITE) await this.flush();
  }

  /** Waits until all rows are written. */
  async end(): Promise<void> {
    try {
      await this.flush();
    } finally {
      await this.lanes.end();
    }
  }

  private async flush(): Promise<void> {
    if (this.waiting.length === 0) return;
    await this.job.progress(this.subjects, this.total);
    const rows = this.waiting;
    this.waiting = [];
    await this.lanes.begin(async () => {
      await this.job.write(() => bulkInsert(GapModel, rows));
      this.written += rows.length;
    });
  }
}
