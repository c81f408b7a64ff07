import type { ReactNode } from 'react';
import { useRefusals } from '../texts/refusals/refusals';
import type { Job } from './job-watch';

/** Why a job failed, in the language of the page: its refused fields, otherwise its error. */
export function JobFailure({ error }: { error: NonNullable<Job['error']> }): ReactNode {
  const say = useRefusals();
  if (!say) return null;
  const refused = error.validationErrors.map((wrong) => say(wrong.message, wrong));
  const reasons = refused.length > 0 ? refused : [say(error.message, error.reason)];
  return reasons.map((reason) => <p key={reason}>{reason}</p>);
}
