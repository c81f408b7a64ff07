import type Redis from 'ioredis';
import { actor } from '../../shared/kernel/context';
import { AppError } from '../../shared/kernel/errors';
import { isHr } from '../../shared/kernel/permissions';
import { sentence } from '../../shared/kernel/refusals/sentence';
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

/** Opens the counters of this process. */
export function openAccountLimits(redis: Redis, prefix: string, { uploads, megabytes }: UploadLimits): void {
  limits = {
    testEmails: new RequestCounter(redis, `${prefix}:limit:test-email`, MAX_TEST_EMAILS, HOUR),
    uploads: new RequestCounter(redis, `${prefix}:limit:upload`, uploads, MINUTE),
    uploadedKilobytes: new RequestCounter(redis, `${prefix}:limit:upload-kb`, megabytes * KB, DAY),
  };
}

/** Counts a test email of the caller; throws RATE_LIMITED. */
export async function countTestEmail(): Promise<void> {
  const count = await counted('testEmails');
  if (count.refused)
    throw tooMany(count, sentence`You can send ${MAX_TEST_EMAILS} test emails per hour. Wait and retry.`);
}

/**
 * Counts a file about people that the caller uploads, of at most this many bytes, before it is read; throws RATE_LIMITED,
 * PAYLOAD_TOO_LARGE. HR roles take in the photos of many people, and have the bytes of a day alone.
 */
export async function countUpload(bytes: number): Promise<void> {
  if (!isHr(actor().roles)) await countFile();
  const { refused, limit } = await counted('uploadedKilobytes', Math.ceil(bytes / KB));
  if (refused)
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      sentence`You can upload ${limit / KB} MB per day. Upload the file tomorrow.`,
    );
}

async function countFile(): Promise<void> {
  const count = await counted('uploads');
  if (count.refused) throw tooMany(count, sentence`You can upload ${count.limit} files per minute. Wait and retry.`);
}

function counted(limit: keyof AccountLimits, points = 1): Promise<Count> {
  if (!limits) throw new Error('The limits of accounts are not open.');
  return limits[limit].count(actor().userId, points);
}
