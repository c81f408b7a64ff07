import { z } from 'zod';
import type { ImportProblem } from '../kernel/csv-cells.rules';
import { CSV_DATE_FORMATS } from '../kernel/csv-dates.rules';
import type { Permission } from '../kernel/permissions';
import type { GenerateResult } from './generate-result';

/** A row of an import result: `row` is its line of the file; the header is row 1, or 2 below a line `sep=;`. */
export interface ImportRow {
  row: number;
  /** The key of the row: the email of an employee, the code of a competency or skill. */
  email?: string | null;
  code?: string | null;
  /** `updated`: it changed a skill that exists. */
  outcome: 'created' | 'updated' | 'skipped' | 'error';
  message: string | null;
  /** The sentences of the message, with codes, values and columns; omitted in older reports. */
  reasons?: ImportProblem[];
  warnings: string[];
  /** The warnings, with codes, values and columns. */
  warningReasons?: ImportProblem[];
  /** The cells of the row as the file has them, in the order of its headings; only with a message or warnings. */
  cells?: string[];
  employeeId?: string | null;
  competencyId?: string | null;
  skillId?: string | null;
}

/** The result of an import. */
export interface ImportResult {
  total: number;
  created: number;
  /** Only of skills, which an import can change. */
  updated?: number;
  skipped: number;
  errors: number;
  dryRun: boolean;
  rows: ImportRow[];
  /** The headings of the file; omitted in older reports. */
  headings?: ImportHeading[];
}

/**
 * The stored result of an import: without its rows, which are stored beside it, and with the number of rows that have warnings.
 */
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

/** One planned or made assignment, with its reason. */
export interface AssignmentPick {
  subjectId: string;
  evaluatorId: string;
  reason: string;
  /** What the evaluator and the subject have in common. */
  shared: ('department' | 'manager' | 'jobProfile')[];
  /** Peer evaluations of the evaluator in this cycle after all assignments. */
  load: number;
}

/** The result of assigning peers and direct reports. */
export interface AssignResult {
  assigned: number;
  belowMinimum: { subjectId: string; assigned: number }[];
  maxPerEvaluator: number;
  dryRun: boolean;
  /** Only with `dryRun`: the plan. */
  picks?: AssignmentPick[];
}

/** The result of recalculating the scores of a cycle: the number of its subjects. */
export interface RescoreResult {
  subjects: number;
}

/** The result of storing what is published: the number of subjects. */
export interface KeptResultsResult {
  subjects: number;
}

/** The result of a gap run: the number of employees and of gap rows. */
export interface GapsResult {
  subjects: number;
  rows: number;
}

/** The result of an export; the file of the job holds its contents. */
export interface ExportResult {
  fileName: string;
  contentType: string;
  size: number;
}

/** The result of announcing a survey, or of asking for nominations. */
export interface AnnounceResult {
  /** Accounts that received a notification. */
  notified: number;
}

/** The result of emailing a temporary password, which is never shown. */
export interface AccessResult {
  userId: string;
  /** Where the mail went. */
  email: string;
  sentAt: string;
  /** When the temporary password expires: 72 hours after it was created. */
  expiresAt: string;
}

/** The result of a password reset request; only HR can read it. */
export interface PasswordLinkResult {
  sent: boolean;
}

/** The result of telling a user what happened to the account. */
export interface AccountNoticeResult {
  /** False without a mail server, or when it refuses the address: the notification is then the only message. */
  isMailed: boolean;
}

/** The result of sending a cycle's emails. */
export interface CycleMailResult {
  /** Recipients of this call; each is sent, failed or skipped. */
  recipients: number;
  sent: number;
  /** Addresses that the mail server refuses. */
  failed: number;
  /** Recipients who left, or have submitted since. */
  skipped: number;
  /** The first 100 failures, with the mail server's reply. */
  failures: { employeeId: string; reason: string }[];
}

/** The result of collecting what a privacy request has to decide. */
export interface CollectedResult {
  /** Comments by others, or texts that mention the employee. */
  decisions: number;
}

/** The result of completing a privacy request; its own route shows the counts. */
export interface CompletedResult {
  requestId: string;
}

export const QUEUES = ['bulk', 'export', 'mail'] as const;
export type QueueName = (typeof QUEUES)[number];

/** Who may start an ended job again, or why no one can. */
export type Repeat = { permission: Permission } | { refusal: string };

/** What both processes agree on for a job: the API starts and repeats it, the worker runs it. */
interface JobContract<P, R, A> {
  /** Ids and options, never texts or secrets. */
  payload: z.ZodType<P>;
  queue: QueueName;
  repeat: A;
  /** For the type alone. */
  result?: R;
}

/** Declares a job whose result is `R`. */
function job<R>() {
  return <P, const A extends Repeat | ((payload: P) => Repeat)>(contract: JobContract<P, R, A>) => contract;
}

const id = z.uuid();
const UPLOAD_AGAIN = { refusal: 'The uploaded file is not kept. Upload it again.' } as const;
const SECRET = { refusal: 'An email with a secret is sent once. Request a new one.' } as const;
const TOLD = { refusal: 'The notification says the same.' } as const;
const PRIVACY = { refusal: 'A privacy request goes on from its own page.' } as const;

/**
 * Every job of the service. A job can be repeated where it only reads, or creates what is missing; repeating needs the
 * permission of the first start. Mass emails have a queue of their own, because the mail server limits their speed.
 */
const CONTRACTS = {
  'comms.send-access': job<AccessResult>()({
    payload: z.object({ userId: id, occasion: z.enum(['invite', 'reset-password']) }),
    queue: 'bulk',
    repeat: SECRET,
  }),
  'comms.send-password-link': job<PasswordLinkResult>()({
    payload: z.object({ requestId: id }),
    queue: 'bulk',
    repeat: SECRET,
  }),
  'comms.tell-new-device': job<AccountNoticeResult>()({
    payload: z.object({ sessionId: id }),
    queue: 'bulk',
    repeat: TOLD,
  }),
  'comms.tell-email-changed': job<AccountNoticeResult>()({
    payload: z.object({ changeId: id }),
    queue: 'bulk',
    repeat: TOLD,
  }),
  'people.import-employees': job<ImportSummary>()({
    payload: z.object({ fileId: id, dateFormat: z.enum(CSV_DATE_FORMATS), dryRun: z.boolean() }),
    queue: 'bulk',
    repeat: UPLOAD_AGAIN,
  }),
  'framework.import-competencies': job<ImportSummary>()({
    payload: z.object({ fileId: id, dryRun: z.boolean() }),
    queue: 'bulk',
    repeat: UPLOAD_AGAIN,
  }),
  'framework.import-skills': job<ImportSummary>()({
    // `name` and `version` of the framework.
    payload: z.object({ fileId: id, name: z.string(), version: z.string(), dryRun: z.boolean() }),
    queue: 'bulk',
    repeat: UPLOAD_AGAIN,
  }),
  'evaluation.generate': job<GenerateResult>()({
    payload: z.object({ cycleId: id }),
    queue: 'bulk',
    repeat: { permission: 'cycles:manage' },
  }),
  'evaluation.assign-peers': job<AssignResult>()({
    // `planId`: the job of a dry run, whose picks are assigned except those in `without`.
    payload: z.object({
      cycleId: id,
      dryRun: z.boolean(),
      planId: id.optional(),
      without: z.array(z.object({ subjectId: id, evaluatorId: id })).optional(),
    }),
    queue: 'bulk',
    repeat: ({ dryRun }) =>
      dryRun
        ? { permission: 'cycles:manage' }
        : { refusal: 'Peers would be assigned again. Preview a new plan in the cycle and assign them there.' },
  }),
  'evaluation.assign-direct-reports': job<AssignResult>()({
    payload: z.object({ cycleId: id }),
    queue: 'bulk',
    repeat: { permission: 'cycles:manage' },
  }),
  'evaluation.ask-nominations': job<AnnounceResult>()({
    payload: z.object({ cycleId: id }),
    queue: 'bulk',
    repeat: { permission: 'cycles:manage' },
  }),
  /** `change` is the id of the change of weights. */
  'evaluation.rescore': job<RescoreResult>()({
    payload: z.object({ cycleId: id, change: id }),
    queue: 'bulk',
    repeat: { permission: 'cycles:manage' },
  }),
  'evaluation.keep-results': job<KeptResultsResult>()({
    payload: z.object({ cycleId: id }),
    queue: 'bulk',
    repeat: { refusal: 'A task keeps each day what is missing.' },
  }),
  'evaluation.send-cycle-mail': job<CycleMailResult>()({
    payload: z.object({ triggerId: id }),
    queue: 'mail',
    repeat: { refusal: 'People would get the same email twice. Send a new one in the cycle.' },
  }),
  'insight.recalculate-gaps': job<GapsResult>()({
    payload: z.object({ cycleId: id }),
    queue: 'bulk',
    repeat: { permission: 'results:read-all' },
  }),
  /** Without a cycle; null means all employees. */
  'insight.analyse-gaps': job<GapsResult>()({
    payload: z.object({ departmentId: id.nullable(), employeeIds: z.array(id).nullable() }),
    queue: 'bulk',
    repeat: { permission: 'results:read-all' },
  }),
  /** `viewerId`: the employee whose view of the results the report shows; null: HR's complete view. */
  'insight.export-report': job<ExportResult>()({
    payload: z.object({ cycleId: id, subjectId: id, viewerId: id.nullable() }),
    queue: 'export',
    repeat: { permission: 'results:read' },
  }),
  'insight.export-heatmap': job<ExportResult>()({
    payload: z.object({ cycleId: id, departmentId: id.nullable(), jobProfileId: id.nullable() }),
    queue: 'export',
    repeat: { permission: 'exports:create' },
  }),
  'insight.export-nine-box': job<ExportResult>()({
    payload: z.object({ cycleId: id.nullable(), departmentId: id.nullable(), jobProfileId: id.nullable() }),
    queue: 'export',
    repeat: { permission: 'exports:create' },
  }),
  'growth.announce-survey': job<AnnounceResult>()({
    payload: z.object({ surveyId: id }),
    queue: 'bulk',
    repeat: { refusal: 'People were told of the survey when it was opened.' },
  }),
  'privacy.collect': job<CollectedResult>()({
    payload: z.object({ requestId: id }),
    queue: 'bulk',
    repeat: PRIVACY,
  }),
  'privacy.complete-access': job<CompletedResult>()({
    payload: z.object({ requestId: id }),
    queue: 'bulk',
    repeat: PRIVACY,
  }),
  'privacy.erase': job<CompletedResult>()({
    payload: z.object({ requestId: id }),
    queue: 'bulk',
    repeat: PRIVACY,
  }),
};

type Contracts = typeof CONTRACTS;
export type JobName = keyof Contracts;
export type Payload<N extends JobName> = z.output<Contracts[N]['payload']>;
export type Result<N extends JobName> = NonNullable<Contracts[N]['result']>;
/** The jobs that can be repeated, at least with some payloads. */
export type RepeatableJob = {
  [N in JobName]: Contracts[N]['repeat'] extends { refusal: string } ? never : N;
}[JobName];

/** The contract of each job by its name. */
export const JOBS: {
  readonly [N in JobName]: JobContract<Payload<N>, Result<N>, Repeat | ((payload: Payload<N>) => Repeat)>;
} = CONTRACTS;
export const JOB_NAMES = Object.keys(JOBS) as JobName[];

/** The part of a job that Redis holds: ids only, the payload stays in MongoDB. */
export interface Ticket {
  jobId: string;
  tenantId: string;
}
