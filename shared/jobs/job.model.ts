import { Schema } from 'mongoose';
import { ACTOR, embedded } from '../db/fields';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import type { FieldError } from '../kernel/errors';
import type { RefusalReason } from '../kernel/refusals/refusal';
import { JOB_NAMES, type JobName } from './contract';

export enum JobStatus {
  Queued = 'Queued',
  Running = 'Running',
  Succeeded = 'Succeeded',
  Failed = 'Failed',
}

/** What a job failed at; a refusal has none. */
export enum JobFailureKind {
  Chromium = 'Chromium',
  Database = 'Database',
  Disk = 'Disk',
  Mail = 'Mail',
  Redis = 'Redis',
  /** Its worker died, several times. */
  Worker = 'Worker',
  /** An error of the program; the log has it. */
  Program = 'Program',
}

export interface JobError {
  code: string;
  message: string;
  /** Omitted in errors of older releases. */
  reason?: RefusalReason | null;
  /** Omitted in errors of older releases, and in refusals. */
  kind?: JobFailureKind;
  validationErrors: FieldError[];
}

/** Background work: this row decides everything, the queue holds only its id. */
export interface Job extends TenantRow {
  type: JobName;
  status: JobStatus;
  payload: unknown;
  progress: { done: number; total: number };
  result: unknown;
  error: JobError | null;
  fileId: string | null;
  requestedBy: string | null;
  requestId: string;
  /** Identifies the run that may write; writes of a replaced run match nothing. */
  runToken: string | null;
  leaseUntil: Date | null;
  /** Runs begun, runs that ended in an unexpected error, and runs whose worker died. */
  runs: number;
  failures: number;
  deaths: number;
  sweepAfter: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export const JobModel = tenantModel<Job>(
  'Job',
  {
    type: { type: String, required: true, enum: JOB_NAMES, personal: 'none' },
    status: { type: String, required: true, enum: Object.values(JobStatus), personal: 'none' },
    payload: { type: Schema.Types.Mixed, required: true, personal: 'subject: emptied' },
    progress: {
      type: embedded({ done: { type: Number, required: true }, total: { type: Number, required: true } }),
      required: true,
      personal: 'none',
    },
    result: { type: Schema.Types.Mixed, default: null, personal: 'subject: emptied' },
    error: { type: Schema.Types.Mixed, default: null, personal: 'subject: emptied' },
    fileId: { type: String, default: null, personal: 'none' },
    requestedBy: { type: String, default: null, personal: 'actor: kept' },
    requestId: { type: String, required: true, personal: 'none' },
    runToken: { type: String, default: null, personal: 'none' },
    leaseUntil: { type: Date, default: null, personal: 'none' },
    runs: { type: Number, required: true, default: 0, personal: 'none' },
    failures: { type: Number, required: true, default: 0, personal: 'none' },
    deaths: { type: Number, required: true, default: 0, personal: 'none' },
    sweepAfter: { type: Date, required: true, personal: 'none' },
    startedAt: { type: Date, default: null, personal: 'none' },
    finishedAt: { type: Date, default: null, personal: 'none' },
  },
  {
    privacy: {
      purpose: 'Work in the background: imports, exports, mailings',
      seenBy: 'Who asked for it; HR',
      kept: '30 days after its end',
      links: { requestedBy: ACTOR },
    },
    indexes: [
      { keys: { createdAt: -1, _id: 1 } },
      { keys: { requestedBy: 1, createdAt: -1, _id: 1 } },
      { keys: { type: 1, createdAt: -1, _id: 1 } },
      { keys: { status: 1, createdAt: -1, _id: 1 } },
      { keys: { status: 1, sweepAfter: 1 }, acrossTenants: true },
      { keys: { status: 1, finishedAt: 1 }, acrossTenants: true },
    ],
  },
);
