import type { CsvDateFormat } from '../people/employee-csv.rules';

/** A row of an import result (spec 2.8): `row` is the number that a spreadsheet shows; the header is row 1. */
export interface ImportRow {
  row: number;
  /** The key of the row: the email of an employee, the code of a competency. */
  email?: string | null;
  code?: string | null;
  outcome: 'created' | 'skipped' | 'error';
  message: string | null;
  warnings: string[];
  employeeId?: string | null;
  competencyId?: string | null;
}

/** The result of an import (decisions 3). */
export interface ImportResult {
  total: number;
  created: number;
  skipped: number;
  errors: number;
  dryRun: boolean;
  rows: ImportRow[];
  /** The headings of the file, for imports whose headings may be assigned to columns. */
  headings?: ImportHeading[];
}

/** What the job of an import stores: the result without its rows, which are stored beside it, and how many have warnings. */
export type ImportSummary = Omit<ImportResult, 'rows'> & { warnings: number };

/** A heading of an imported file. */
export interface ImportHeading {
  /** @example "Given name" */
  heading: string;
  /**
   * The column that it was read as; null: it was ignored.
   * @example "firstname"
   */
  column: string | null;
}

/** The result of generating a cycle's evaluations (decisions 3). */
export interface GenerateResult {
  /** Subjects that have an evaluation now: `created` by this job and `existing` before. */
  evaluations: number;
  /** Evaluators of all these subjects, peers and direct reports included, without withdrawn ones. */
  participants: number;
  created: number;
  existing: number;
  /** Employees left out because they are not Active. */
  skipped: number;
  /** Evaluations whose manager had left and was replaced by the present one. */
  replaced: number;
}

/** One planned or made assignment, with the reason of the pick. */
export interface AssignmentPick {
  subjectId: string;
  evaluatorId: string;
  reason: string;
  /** What the reason names: what the evaluator and the subject have in common. */
  shared: ('department' | 'manager' | 'jobProfile')[];
  /** Peer evaluations of the evaluator in this cycle, once the plan is carried out. */
  load: number;
}

/** The result of assigning peers and direct reports (decisions 3). */
export interface AssignResult {
  assigned: number;
  belowMinimum: { subjectId: string; assigned: number }[];
  maxPerEvaluator: number;
  dryRun: boolean;
  /** Only with `dryRun`: the plan. */
  picks?: AssignmentPick[];
}

/** The answer of scoring a cycle again: how many subjects it has. */
export interface RescoreResult {
  subjects: number;
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

/** The answer of announcing a survey. */
export interface AnnounceResult {
  /** Accounts that have a notification now and had none before. */
  notified: number;
}

/** The answer of mailing a temporary password, which it never shows. */
export interface AccessResult {
  userId: string;
  /** Where the mail went. */
  email: string;
  sentAt: string;
  /** When the temporary password ends: 72 hours after it was made. */
  expiresAt: string;
}

/** The answer of a request for a link to a new password; only HR can read it. */
export interface PasswordLinkResult {
  sent: boolean;
}

/** The result of sending a cycle's emails (spec 4.8). */
export interface CycleMailResult {
  /** People whom this POST mails; each is sent, failed or skipped. */
  recipients: number;
  sent: number;
  /** Addresses that the mail server does not take. */
  failed: number;
  /** People who left, or have submitted in the meantime. */
  skipped: number;
  /** The first 100 of those that failed, with the mail server's words. */
  failures: { employeeId: string; reason: string }[];
}

/** The result of collecting what a privacy request asks to decide. */
export interface CollectedResult {
  /** Comments of others, or texts that mention the person. */
  decisions: number;
}

/** The result of completing a privacy request; its own route shows the counts. */
export interface CompletedResult {
  requestId: string;
}

/** Every job of the service: name to payload and result. Payloads carry ids and options, never texts or secrets. */
export interface JobMap {
  'comms.send-access': { payload: { userId: string; occasion: 'invite' | 'reset-password' }; result: AccessResult };
  'comms.send-password-link': { payload: { requestId: string }; result: PasswordLinkResult };
  'people.import-employees': {
    payload: { fileId: string; dateFormat: CsvDateFormat; dryRun: boolean };
    result: ImportSummary;
  };
  'framework.import-competencies': { payload: { fileId: string; dryRun: boolean }; result: ImportSummary };
  'evaluation.generate': { payload: { cycleId: string }; result: GenerateResult };
  'evaluation.assign-peers': { payload: { cycleId: string; dryRun: boolean }; result: AssignResult };
  'evaluation.assign-direct-reports': { payload: { cycleId: string }; result: AssignResult };
  /** `change` names the change of weights that the scores follow. */
  'evaluation.rescore': { payload: { cycleId: string; change: string }; result: RescoreResult };
  'evaluation.send-cycle-mail': { payload: { triggerId: string }; result: CycleMailResult };
  'insight.recalculate-gaps': { payload: { cycleId: string }; result: GapsResult };
  /** Without a cycle; null asks for everyone. */
  'insight.analyse-gaps': {
    payload: { departmentId: string | null; employeeIds: string[] | null };
    result: GapsResult;
  };
  /** `viewerId`: the employee whose view of the results the report shows; null: HR's, which is all of them. */
  'insight.export-report': {
    payload: { cycleId: string; subjectId: string; viewerId: string | null };
    result: ExportResult;
  };
  'insight.export-heatmap': {
    payload: { cycleId: string; departmentId: string | null; jobProfileId: string | null };
    result: ExportResult;
  };
  'insight.export-nine-box': {
    payload: { cycleId: string | null; departmentId: string | null; jobProfileId: string | null };
    result: ExportResult;
  };
  'growth.announce-survey': { payload: { surveyId: string }; result: AnnounceResult };
  'privacy.collect': { payload: { requestId: string }; result: CollectedResult };
  'privacy.complete-access': { payload: { requestId: string }; result: CompletedResult };
  'privacy.erase': { payload: { requestId: string }; result: CompletedResult };
}

export type JobName = keyof JobMap;
export type Payload<N extends JobName> = JobMap[N]['payload'];
export type Result<N extends JobName> = JobMap[N]['result'];

/** What Redis carries of a job: ids only (the payload stays in Mongo). */
export interface Ticket {
  jobId: string;
  tenantId: string;
}

export const QUEUES = ['bulk', 'export', 'mail'] as const;
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
/** Some four minutes in all, in which a mail server may come back. */
const mailing: Policy = { queue: 'bulk', attempts: 8, backoffMs: 2_000 };
/** Thousands of mails go at the mail server's own pace: nothing else waits behind them. */
const massMailing: Policy = { ...mailing, queue: 'mail' };

/** Queue and retry budget of every job; exhaustive by type. */
export const JOB_POLICY: { readonly [N in JobName]: Policy } = {
  'comms.send-access': mailing,
  'comms.send-password-link': mailing,
  'people.import-employees': bulk,
  'framework.import-competencies': bulk,
  'evaluation.generate': bulk,
  'evaluation.assign-peers': bulk,
  'evaluation.assign-direct-reports': bulk,
  'evaluation.rescore': bulk,
  'evaluation.send-cycle-mail': massMailing,
  'insight.recalculate-gaps': bulk,
  'insight.analyse-gaps': bulk,
  'insight.export-report': rendering,
  'insight.export-heatmap': rendering,
  'insight.export-nine-box': rendering,
  'growth.announce-survey': bulk,
  'privacy.collect': bulk,
  'privacy.complete-access': bulk,
  'privacy.erase': bulk,
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
export const MAX_WORKER_CRASHES = 5;
/** A waiting or running row without sign of life for this long is enqueued again by the sweep. */
export const SWEEP_AFTER_MS = 15_000;
