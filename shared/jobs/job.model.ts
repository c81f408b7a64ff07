import { Schema } from 'mongoose';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import type { FieldError } from '../kernel/errors';
import type { RefusalReason } from '../kernel/refusals/sentence';
import { JOB_NAMES, type JobName } from './contract';

export enum JobStatus {
  Queued = 'Queued',
  Running = 'Running',
  Succeeded = 'Succeeded',
  Failed = 'Failed',
}

export interface JobError {
  code: string;
  message: string;
  /** Omitted in errors of older releases. */
  reason?: RefusalReason | null;
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
    type: { type: String, required: true, enum: JOB_NAMES },
    status: { type: String, required: true, enum: Object.values(JobStatus) },
    payload: { type: Schema.Types.Mixed, required: true },
    progress: {
      type: new Schema(
        { done: { type: Number, required: true }, total: { type: Number, required: true } },
        { _id: false },
      ),
      required: true,
    },
    result: { type: Schema.Types.Mixed, default: null },
    error: { type: Schema.Types.Mixed, default: null },
    fileId: { type: String, default: null },
    requestedBy: { type: String, default: null },
    requestId: { type: String, required: true },
    runToken: { type: String, default: null },
    leaseUntil: { type: Date, default: null },
    runs: { type: Number, required: true, default: 0 },
    failures: { type: Number, required: true, default: 0 },
    deaths: { type: Number, required: true, default: 0 },
    sweepAfter: { type: Date, required: true },
    startedAt: { type: Date, default: null },
    finishedAt: { type: Date, default: null },
  },
  {
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
