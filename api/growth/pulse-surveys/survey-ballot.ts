import { createHmac } from 'node:crypto';
import type { Survey } from '../../../shared/growth/pulse-surveys/survey.model';
import { config } from '../../../shared/kernel/config';

/**
 * The fingerprints that an employee may have left on a survey, one for each of the service's keys: the first is what is left now. None
 * once the salt is erased. It takes the service's key and the salt of the survey to make one, so the database alone does not tell whose it is.
 */
export function ballotFingerprints({ _id, salt }: Pick<Survey, '_id' | 'salt'>, employeeId: string): string[] {
  if (salt === null) return [];
  return config().DATA_KEYS.map((dataKey) =>
    createHmac('sha256', dataKey).update(['ballot', _id, salt, employeeId].join('\0')).digest('base64url'),
  );
}
