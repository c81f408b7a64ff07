import type { CsvDateFormat } from '../people/employee-csv.rules';

/** One row of an import's answer (spec 2.8): the row number is the one a spreadsheet shows, the header being row 1. */
export interface ImportRow {
  row: number;
  /** The key of the row: the e-mail of an employee, the code of a competency. */
  email?: string | null;
  code?: string | null;
  outcome: 'created' | 'skipped' | 'error';
  message: string | null;
  warnings: string[];
  employeeId?: string | null;
  competencyId?: string | null;
}

/** The answer of an import (decisions 3). */
export interface ImportResult {
  total: number;
  created: number;
  skipped: number;
  errors: number;
  dryRun: boolean;
  rows: ImportRow[];
}

/** The answer of cycle generation (decisions 3). */
export interface GenerateResult {
  /** Subjects that have an evaluation now: `created` by this job and `existing` before. */
  evaluations: number;
  /** Evaluators of all these subjects, peers and direct reports included. */
  participants: number;
  created: number;
  existing: number;
  /** Employees left out because they are not Active. */
  skipped: number;
}

/** One planned or made assignment, with the reason of the pick. */
export interface AssignmentPick {
  subjectId: string;
  evaluatorId: string;
  reason: string;
}

/** The answer of peer and direct-report assignment (decisions 3). */
export interface AssignResult {
  assigned: number;
  belowMinimum: { subjectId: string; assigned: number }[];
  maxPerEvaluator: number;
  dryRun: boolean;
  /** Only with `dryRun`: the plan. */
  picks?: AssignmentPick[];
}

/** The answer of a gap run: whose gaps were looked for, and how many rows that gave. */
export interface GapsResult {
  subjects: number;
  rows: number;
}

/** The answer of an export; the bytes are the job's file. */
export interface ExportResult {
  fileName: string;
  contentType: string;
  size: number;
}

/** Every job of the service: name to payload and result. Payloads carry ids and options, never texts or secrets. */
export interface JobMap {
  'people.import-employees': {
    payload: { fileId: string; dateFormat: CsvDateFormat; dryRun: boolean };
    result: ImportResult;
  };
  'framework.import-competencies': { payload: { fileId: string; dryRun: boolean }; result: ImportResult };
  'evaluation.generate': { payload: { cycleId: string }; result: GenerateResult };
  'evaluation.assign-peers': { payload: { cycleId: string; dryRun: boolean }; result: AssignResult };
  'evaluation.assign-direct-reports': { payload: { cycleId: string }; result: AssignResult };
  'insight.recalculate-gaps': { payload: { cycleId: string }; result: GapsResult };
  /** Without a cycle; null asks for everybody. */
  'insight.analyse-gaps': {
    payload: { departmentId: string | null; employeeIds: string[] | null };
    result: GapsResult;
  };
  'insight.export-report': { payload: { cycleId: string; subjectId: string }; result: ExportResult };
  'insight.export-heatmap': {
    payload: { cycleId: string; departmentId: string | null; jobProfileId: string | null };
    result: ExportResult;
  };
  'insight.export-nine-box': {
    payload: { cycleId: string | null; departmentId: string | null; jobProfileId: string | null };
    result: ExportResult;
  };
}

export type JobName = keyof JobMap;
export type Payload<N extends JobName> = JobMap[N]['payload'];
export type Result<N extends JobName> = JobMap[N]['result'];

/** What Redis carries of a job: ids only (the payload stays in Mongo). */
export interface Ticket {
  jobId: string;
  tenantId: string;
}

export const QUEUES = ['bulk', 'export'] as const;
export type QueueName = (typeof QUEUES)[number];

interface Policy {
  queue: QueueName;
  /** Runs that may end in an unexpected error before the job is dead-lettered. */
  attempts: number;
  /** First delay between such runs, in milliseconds; doubles each time. */
  backoffMs: number;
}

const bulk: Policy = { queue: 'bulk', attempts: 4, backoffMs: 500 };
const rendering: Policy = { queue: 'export', attempts: 3, backoffMs: 500 };

/** Queue and retry budget of every job; exhaustive by type. */
export const JOB_POLICY: { readonly [N in JobName]: Policy } = {
  'people.import-employees': bulk,
  'framework.import-competencies': bulk,
  'evaluation.generate': bulk,
  'evaluation.assign-peers': bulk,
  'evaluation.assign-direct-reports': bulk,
  'insight.recalculate-gaps': bulk,
  'insight.analyse-gaps': bulk,
  'insight.export-report': rendering,
  'insight.export-heatmap': rendering,
  'insight.export-nine-box': rendering,
};

export const JOB_NAMES = Object.keys(JOB_POLICY) as JobName[];

/**
 * How soon a dead worker's job runs again: the lease of a run, BullMQ's lock and its stalled check together stay
 * below 10 s (reliability F1).
 */
export const LEASE_MS = 5_000;
export const HEARTBEAT_MS = 1_500;
export const STALLED_CHECK_MS = 2_500;
/** Deaths of a worker in the middle of the job that it survives; one more and it is dead-lettered (F2, F3). */
export const SURVIVED_DEATHS = 5;
/** A waiting or running row without sign of life for this long is enqueued again by the sweep. */
export const SWEEP_AFTER_MS = 15_000;
