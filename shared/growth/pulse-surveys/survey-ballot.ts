import { createHmac } from 'node:crypto';
import { config } from '../../kernel/config';
import type { Survey } from './survey.model';

/**
 * Returns the possible fingerprints of an employee in a survey, one for each of the service's keys, the current one
 * first; none once the salt is deleted. A fingerprint needs the service's key and the survey's salt, so the database
 * alone does not reveal whose it is.
 */
export function ballotFingerprints({ _id, salt }: Pick<Survey, '_id' | 'salt'>, employeeId: string): string[] {
  if (salt === null) return [];
  return config().DATA_KEYS.map((dataKey) =>
    createHmac('sha256', dataKey).update(['ballot', _id, salt, employeeId].join('\0')).digest('base64url'),
  );
}
