import { createHmac } from 'node:crypto';
import type { Survey } from '../../../shared/growth/pulse-surveys/survey.model';
import { config } from '../../../shared/kernel/config';

/**
 * The fingerprint that an employee leaves on a survey; null once its salt is erased.
 * It takes the service's key and the salt of the survey to make it, so the database alone does not tell whose it is.
 */
export function ballotFingerprint({ _id, salt }: Pick<Survey, '_id' | 'salt'>, employeeId: string): string | null {
  if (salt === null) return null;
  return createHmac('sha256', config().DATA_KEY)
    .update(['ballot', _id, salt, employeeId].join('\0'))
    .digest('base64url');
}
