import { createHmac } from 'node:crypto';
import { config } from '../../kernel/config';

/** How long a temporary password opens the change of password. */
export const TEMPORARY_PASSWORD_MS = 72 * 3_600_000;

/** 32 signs of which no two look alike. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP = 5;

/**
 * The temporary password of a job: 100 bits in four groups of five signs. It follows from the server's key and the job,
 * so that a run that is repeated mails the same one and none is ever kept in plain.
 */
export function temporaryPassword(jobId: string): string {
  const bytes = createHmac('sha256', config().DATA_KEY).update(`temporary-password\0${jobId}`).digest();
  const signs = [...bytes.subarray(0, GROUPS * GROUP)].map((byte) => SIGNS.charAt(byte % SIGNS.length));
  return Array.from({ length: GROUPS }, (_, group) => signs.slice(group * GROUP, (group + 1) * GROUP).join('')).join(
    '-',
  );
}
