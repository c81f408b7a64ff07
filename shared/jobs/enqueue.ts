import { inMs } from '../kernel/clock';
import { context, tenantId } from '../kernel/context';
import { newId } from '../kernel/ids';
import { logger } from '../kernel/logger';
import { JOBS, type JobName, type Payload } from './contract';
import { SWEEP_AFTER_MS } from './job-times';
import { type Job, JobModel, JobStatus } from './job.model';
import { queueOf, ticketId } from './queues';

/** BullMQ's priorities: the smaller the number, the sooner. */
const FIRST_PRIORITY = 1;
const LAST_PRIORITY = 2_097_152;

/**
 * Stores the row of a job for the tenant and actor of the context. Inside a transaction the job exists only if the
 * transaction does; call `enqueueStored` after it. Throws without a context, and for
 * a payload that is not the contract's.
 */
export async function storeJob<N extends JobName>(type: N, payload: Payload<N>): Promise<Job & { type: N }> {
  const row = new JobModel(newJob(type, payload));
  await row.save();
  return { ...row.toObject(), type };
}

/** As `storeJob`, for several jobs of one type, in their order: one command. */
export async function storeJobs<N extends JobName>(
  type: N,
  payloads: readonly Payload<N>[],
): Promise<(Job & { type: N })[]> {
  const rows = await JobModel.insertMany(payloads.map((payload) => newJob(type, payload)));
  return rows.map((row) => ({ ...row.toObject(), type }));
}

function newJob<N extends JobName>(type: N, payload: Payload<N>): Partial<Job> {
  const { requestId, actor } = context();
  return {
    _id: newId(),
    type,
    status: JobStatus.Queued,
    payload: JOBS[type].payload.parse(payload), // drops what the contract does not name
    progress: { done: 0, total: 0 },
    requestedBy: actor?.userId ?? null,
    requestId,
    sweepAfter: inMs(SWEEP_AFTER_MS),
  };
}

/**
 * Hands stored rows of one tenant to the queue. A queue that cannot be reached is no error: the row is the truth, and
 * the sweep finds it later.
 */
export async function enqueueStored(...rows: Waiting[]): Promise<void> {
  await addTickets(rows, 0);
}

/** Hands a row to the queue that is to run again after `delayMs`. */
export async function enqueueLater(row: Waiting, delayMs: number): Promise<void> {
  await addTickets([row], delayMs);
}

/**
 * Hands rows to the queue that wait for a run although they may have a ticket. One that has ended is removed first, since
 * its id would make the queue drop the new one: it found the database away.
 */
export async function requeue(...rows: Job[]): Promise<void> {
  try {
    for (const row of rows) {
      const ticket = await queueOf(row.type).getJob(ticketId(row));
      const state = await ticket?.getState();
      if (state === 'failed' || state === 'completed') await ticket?.remove();
    }
  } catch (error) {
    logger.warn('spent tickets stay until the queue is back', { error });
  }
  await enqueueStored(...rows);
}

type Waiting = Pick<Job, '_id' | 'type' | 'runs' | 'tenantId'>;

async function addTickets(rows: readonly Waiting[], delay: number): Promise<void> {
  try {
    const fair = await fairPriority();
    for (const row of rows) {
      const ticket = { jobId: row._id, tenantId: row.tenantId };
      // What has begun goes on before anything else begins.
      const priority = row.runs > 0 ? FIRST_PRIORITY : fair;
      await queueOf(row.type).add(row.type, ticket, { jobId: ticketId(row), priority, delay });
    }
  } catch (error) {
    logger.warn('job stays stored until the queue is back', { error, jobs: rows.map((row) => row._id) });
  }
}

/** Stores a job and hands it to the queue. */
export async function enqueue<N extends JobName>(type: N, payload: Payload<N>): Promise<Job & { type: N }> {
  const row = await storeJob(type, payload);
  await enqueueStored(row);
  return row;
}

/** A tenant's own backlog is its priority: the first job of a quiet tenant overtakes the hundredth of a busy one (M10). */
async function fairPriority(): Promise<number> {
  tenantId();
  const waiting = await JobModel.countDocuments({ status: JobStatus.Queued });
  return Math.min(Math.max(waiting, FIRST_PRIORITY), LAST_PRIORITY);
}
