import { AppError } from '../kernel/errors';
import { refusal } from '../kernel/refusals/refusal';
import { JOBS, type JobName, type Payload, type Repeat } from './contract';

interface StoredJob<N extends JobName> {
  type: N;
  payload: unknown;
}

/** Returns the payload of a stored job; throws INTERNAL when it violates the job's contract. */
export function payloadOf<N extends JobName>({ type, payload }: StoredJob<N>): Payload<N> {
  const checked = JOBS[type].payload.safeParse(payload);
  if (!checked.success) throw new AppError('INTERNAL', refusal('STORED_PAYLOAD_INVALID'));
  return checked.data;
}

export function repeatRule<N extends JobName>({ type, payload }: StoredJob<N>): Repeat {
  const { repeat, payload: schema } = JOBS[type];
  if (typeof repeat !== 'function') return repeat;
  const checked = schema.safeParse(payload);
  return checked.success ? repeat(checked.data) : { why: 'JOB_CANNOT_REPEAT_PAYLOAD' };
}
