import { inTransaction } from '../../shared/db/transaction';
import type { JobName, Payload, Result } from '../../shared/jobs/contract';
import { FencedWrites, raiseFences } from '../../shared/jobs/fence';
import { newId } from '../../shared/kernel/ids';
import type { JobDefinition, Run } from '../../worker/define-job';
import { loadJobs } from '../../worker/load-jobs';

type Means<N extends JobName> = Partial<Pick<Run<N>, 'jobId' | 'runId' | 'progress' | 'setFile'>>;

/**
 * Runs a job as a worker does, without the row and the queue around it: its writes are fenced, and what it does
 * at its end is kept in one transaction. `progress` may end it as a death would.
 */
export async function runHandler<N extends JobName>(
  job: JobDefinition<N>,
  payload: Payload<N>,
  { jobId = newId(), runId = newId(), progress = async () => {}, setFile = () => {} }: Means<N> = {},
): Promise<Result<N>> {
  await raiseFences(runId, jobId, 1);
  const writes = new FencedWrites(runId);
  const endings: (() => Promise<void>)[] = [];
  const result = await job.run({
    jobId,
    runId,
    payload,
    requestedBy: null,
    progress,
    setFile,
    write: (change) => writes.write(change),
    atEnd: (change) => void endings.push(change),
  });
  await inTransaction(async () => {
    for (const change of endings) await change();
  });
  return result;
}

/** As `runHandler`, of the job of that name. */
export async function runJob<N extends JobName>(
  name: N,
  payload: Payload<N>,
  means: Means<N> = {},
): Promise<Result<N>> {
  return runHandler<N>(loadJobs()[name], payload, means);
}
