import mongoose from 'mongoose';
import { MailFailure } from '../shared/comms/mail/mail-failure';
import { isOutage } from '../shared/db/outage';
import { JobFailureKind } from '../shared/jobs/job.model';
import { isRedisOutage } from '../shared/kernel/redis-outage';
import { PrintFailure } from './render/pdf-printer';

/** Codes of the system for a disk that is full, broken or not writable. */
const DISK: ReadonlySet<string> = new Set(['ENOSPC', 'EIO', 'EROFS', 'EDQUOT', 'EACCES', 'EMFILE']);

/** Returns what a run failed at, by its error and the errors that caused it. */
export function failureKind(error: unknown): JobFailureKind {
  if (!(error instanceof Error)) return JobFailureKind.Program;
  if (error instanceof PrintFailure) return JobFailureKind.Chromium;
  if (error instanceof MailFailure) return JobFailureKind.Mail;
  if (isOutage(error) || error instanceof mongoose.mongo.MongoError || error instanceof mongoose.Error)
    return JobFailureKind.Database;
  if (error.name === 'ReplyError' || isRedisOutage(error)) return JobFailureKind.Redis;
  if ('code' in error && DISK.has(String(error.code))) return JobFailureKind.Disk;
  return failureKind(error.cause);
}
