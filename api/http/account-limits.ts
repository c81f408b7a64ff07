import type { RedisClient } from '../../shared/infra/redis';
import { actor } from '../../shared/kernel/context';
import { AppError } from '../../shared/kernel/errors';
import { isHr } from '../../shared/kernel/permissions';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { type Count, RequestCounter, tooMany } from './request-counter';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MAX_TEST_EMAILS = 10;
/** The counter of bytes counts kilobytes. */
const KB = 1_024;

/** The limits of one account, independent of its address. */
interface AccountLimits {
  testEmails: RequestCounter;
  uploads: RequestCounter;
  uploadedKilobytes: RequestCounter;
}

/** The configurable limits: uploads per minute and megabytes per day of one account. */
export interface UploadLimits {
  uploads: number;
  megabytes: number;
}

let limits: AccountLimits | undefined;

export function openAccountLimits(redis: RedisClient, prefix: string, { uploads, megabytes }: UploadLimits): void {
  limits = {
    testEmails: new RequestCounter(redis, `${prefix}:limit:test-email`, MAX_TEST_EMAILS, HOUR),
    uploads: new RequestCounter(redis, `${prefix}:limit:upload`, uploads, MINUTE),
    uploadedKilobytes: new RequestCounter(redis, `${prefix}:limit:upload-kb`, megabytes * KB, DAY),
  };
}

/** Counts a test email of the caller; throws RATE_LIMITED. */
export async function countTestEmail(): Promise<void> {
  const count = await counted('testEmails');
  if (count.refused) throw tooMany(count, refusal('TOO_MANY_TEST_EMAILS', { max: MAX_TEST_EMAILS }));
}

/**
 * Counts a file about people that the caller uploads, of at most this many bytes, before it is read; throws RATE_LIMITED,
 * PAYLOAD_TOO_LARGE. HR roles take in the photos of many people, and have the bytes of a day alone.
 */
export async function countUpload(bytes: number): Promise<void> {
  if (!isHr(actor().roles)) await countFile();
  const { refused, limit } = await counted('uploadedKilobytes', Math.ceil(bytes / KB));
  if (refused) throw new AppError('PAYLOAD_TOO_LARGE', refusal('UPLOADED_TOO_MUCH', { megabytes: limit / KB }));
}

async function countFile(): Promise<void> {
  const count = await counted('uploads');
  if (count.refused) throw tooMany(count, refusal('TOO_MANY_UPLOADS', { max: count.limit }));
}

function counted(limit: keyof AccountLimits, points = 1): Promise<Count> {
  if (!limits) throw new Error('The limits of accounts are not open.');
  return limits[limit].count(actor().userId, points);
}
