import { createHmac } from 'node:crypto';
import { DAY_MS } from '../../kernel/clock';
import { config } from '../../kernel/config';

/** How long a temporary password can be used to choose another one. */
export const TEMPORARY_PASSWORD_MS = 3 * DAY_MS;

/** 32 characters that cannot be confused. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 3;
const GROUP = 5;

/**
 * Returns the temporary password of a job: 75 bits in three groups of five characters, for 72 hours. It is derived from the server's
 * key and the job, so that a repeated run emails the same one and none is stored in plain text.
 */
export function temporaryPassword(jobId: string): string {
  const bytes = createHmac('sha256', config().DATA_KEY).update(`temporary-password\0${jobId}`).digest();
  const signs = [...bytes.subarray(0, GROUPS * GROUP)].map((byte) => SIGNS.charAt(byte % SIGNS.length));
  return Array.from({ length: GROUPS }, (_, group) => signs.slice(group * GROUP, (group + 1) * GROUP).join('')).join(
    '-',
  );
}
