import { logFailure } from '../db/outage';
import { inMs } from '../kernel/clock';
import { context, tenantId } from '../kernel/context';
import { newId } from '../kernel/ids';
import { JOBS, type JobName, type Payload } from './contract';
import { SWEEP_AFTER_MS } from './job-times';
import { type Job, JobModel, JobStatus } from './job.model';
import { queueOf, ticketId } from './queues';

/** BullMQ runs smaller priorities first. */
const FIRST_PRIORITY = 1;
const LAST_PRIORITY = 2_097_152;

/**
 * Stores the row of a job for the tenant and actor of the context. Within a transaction call `enqueueStored` after the
 * commit. Throws without a context, and for a payload that violates the contract.
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
    payload: JOBS[type].payload.parse(payload), // drops fields that the contract does not name
    progress: { done: 0, total: 0 },
    requestedBy: actor?.userId ?? null,
    requestId,
    sweepAfter: inMs(SWEEP_AFTER_MS),
  };
}

/**
 * Adds tickets of stored rows of one tenant to the queue. An unreachable queue is not an error: the periodic task finds
 * the rows later.
 */
export async function enqueueStored(...rows: Waiting[]): Promise<void> {
  await addTickets(rows, 0);
}

/** Adds a ticket that runs after `delayMs`. */
export async function enqueueLater(row: Waiting, delayMs: number): Promise<void> {
  await addTickets([row], delayMs);
}

/**
 * Adds tickets of rows that wait for a run although they may have one. A ticket that ended because the database was
 * unavailable is removed first: the queue would ignore a new one with its id. Returns whether the queue has taken all.
 */
export async function requeue(...rows: Job[]): Promise<boolean> {
  try {
    for (const row of rows) {
      const ticket = await queueOf(row.type).getJob(ticketId(row));
      const state = await ticket?.getState();
      if (state === 'failed' || state === 'completed') await ticket?.remove();
    }
  } catch (error) {
    logFailure('spent tickets stay until the queue is back', { error });
  }
  return addTickets(rows, 0);
}

type Waiting = Pick<Job, '_id' | 'type' | 'runs' | 'tenantId'>;

/** Returns whether the queue has taken all. */
async function addTickets(rows: readonly Waiting[], delay: number): Promise<boolean> {
  try {
    const fair = await fairPriority();
    for (const row of rows) {
      const ticket = { jobId: row._id, tenantId: row.tenantId };
      // Jobs that have begun continue before others begin.
      const priority = row.runs > 0 ? FIRST_PRIORITY : fair;
      await queueOf(row.type).add(row.type, ticket, { jobId: ticketId(row), priority, delay });
    }
    return true;
  } catch (error) {
    logFailure('job stays stored until the queue is back', { error, jobs: rows.map((row) => row._id) });
    return false;
  }
}

/** Stores a job and hands it to the queue. */
export async function enqueue<N extends JobName>(type: N, payload: Payload<N>): Promise<Job & { type: N }> {
  const row = await storeJob(type, payload);
  await enqueueStored(row);
  return row;
}

/**
 * A tenant's own backlog is the priority of its next job: the first job of a quiet tenant runs before the hundredth of
 * a busy one.
 */
async function fairPriority(): Promise<number> {
  tenantId();
  const waiting = await JobModel.countDocuments({ status: JobStatus.Queued });
  return Math.min(Math.max(waiting, FIRST_PRIORITY), LAST_PRIORITY);
}
