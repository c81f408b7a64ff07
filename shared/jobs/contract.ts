import { z } from 'zod';
import { CSV_DATE_FORMATS } from '../kernel/csv-dates.rules';
import type { Permission } from '../kernel/permissions';
import type { PlainCode } from '../kernel/refusals/refusal';
import type { ExportResult, ReportsResult } from './export-result';
import type { GenerateResult } from './generate-result';
import type { ImportSummary } from './import-result';
import type { CollectedResult, CompletedResult, ErasedGuestResult } from './privacy-result';

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
export interface StoreResultsResult {
  subjects: number;
}

/** The result of a gap run: the number of employees and of gap rows. */
export interface GapsResult {
  subjects: number;
  rows: number;
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

/** The result of sending emails. */
export interface MailsResult {
  /** Each is sent, failed or skipped. */
  recipients: number;
  sent: number;
  /** Addresses that the mail server refuses. */
  failed: number;
  /** Recipients who left, or to whom the email no longer applied, such as those who have submitted since. */
  skipped: number;
}

/** The result of sending a cycle's emails, for the recipients of this call. */
export interface CycleMailResult extends MailsResult {
  /** The first 100 failures, with the mail server's reply. */
  failures: { employeeId: string; reason: string }[];
}

/** The result of sending the emails of a survey. */
export interface SurveyMailResult {
  /**
   * Recipients of the opening; of a reminder the invited employees who had not answered, also without an account: the exact
   * number of emails could reveal who they are.
   */
  recipients: number;
}

export const QUEUES = ['bulk', 'export', 'mail'] as const;
export type QueueName = (typeof QUEUES)[number];

/** Who may start an ended job again, or why no one can. */
export type Repeat = { permission: Permission } | { why: PlainCode };

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
const UPLOAD_AGAIN = { why: 'JOB_CANNOT_REPEAT_UPLOAD' } as const;
const SECRET = { why: 'JOB_CANNOT_REPEAT_SECRET' } as const;
const TOLD = { why: 'JOB_CANNOT_REPEAT_DEVICE' } as const;
const PRIVACY = { why: 'JOB_CANNOT_REPEAT_PRIVACY' } as const;

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
    payload: z.object({
      fileId: id,
      /** `auto`: a check decides it by the values. */
      dateFormat: z.enum([...CSV_DATE_FORMATS, 'auto']),
      dryRun: z.boolean(),
      create: z.array(z.enum(['departments', 'jobProfiles'])).optional(),
      /** `update`: also changes those who exist; without it only adds. */
      mode: z.enum(['add', 'update']).optional(),
      applyStatus: z.boolean().optional(),
      /** Employees without a row who become Terminated. */
      terminate: z.array(id).optional(),
    }),
    queue: 'bulk',
    repeat: UPLOAD_AGAIN,
  }),
  'framework.import-competencies': job<ImportSummary>()({
    payload: z.object({ fileId: id, dryRun: z.boolean() }),
    queue: 'bulk',
    repeat: UPLOAD_AGAIN,
  }),
  'framework.import-job-profiles': job<ImportSummary>()({
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
    /** `subjectIds`: only these employees, and no one is removed; without them all whom the cycle evaluates. */
    payload: z.object({ cycleId: id, subjectIds: z.array(id).optional() }),
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
    repeat: ({ dryRun }) => (dryRun ? { permission: 'cycles:manage' } : { why: 'JOB_CANNOT_REPEAT_PEERS' as const }),
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
  'evaluation.keep-results': job<StoreResultsResult>()({
    payload: z.object({ cycleId: id }),
    queue: 'bulk',
    repeat: { why: 'JOB_CANNOT_REPEAT_RESULTS' },
  }),
  'evaluation.send-cycle-mail': job<CycleMailResult>()({
    payload: z.object({ triggerId: id }),
    queue: 'mail',
    repeat: { why: 'JOB_CANNOT_REPEAT_MAIL' },
  }),
  /** About a cycle, or the evaluation of one subject. */
  'evaluation.send-nomination-mail': job<MailsResult>()({
    payload: z.object({ kind: z.enum(['nominations-asked', 'nominations-returned']), aboutId: id, triggerId: id }),
    queue: 'mail',
    repeat: { why: 'JOB_CANNOT_REPEAT_MAIL' },
  }),
  'evaluation.import-guests': job<ImportSummary>()({
    payload: z.object({ cycleId: id, fileId: id, dryRun: z.boolean() }),
    queue: 'bulk',
    repeat: UPLOAD_AGAIN,
  }),
  /** The links of guests: of some, or of all in the cycle. */
  'evaluation.invite-guests': job<MailsResult>()({
    payload: z.object({ cycleId: id, guestIds: z.array(id).nullable(), triggerId: id }),
    queue: 'mail',
    repeat: { why: 'JOB_CANNOT_REPEAT_MAIL' },
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
  /**
   * Of these subjects, or of all, in a ZIP. `viewerId`: the manager in whose view they are printed, and then all subjects
   * are named; null: HR.
   */
  'insight.export-reports': job<ReportsResult>()({
    payload: z.object({
      cycleId: id,
      departmentId: id.nullable(),
      subjectIds: z.array(id).nullable(),
      viewerId: id.nullable(),
      view: z.enum(['Subject', 'HR']),
    }),
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
    repeat: { why: 'JOB_CANNOT_REPEAT_SURVEY' },
  }),
  /** `triggerId` identifies the deliveries. */
  'growth.send-survey-mail': job<SurveyMailResult>()({
    payload: z.object({ surveyId: id, kind: z.enum(['survey-opened', 'survey-reminder']), triggerId: id }),
    queue: 'mail',
    repeat: { why: 'JOB_CANNOT_REPEAT_MAIL' },
  }),
  'growth.send-plan-mail': job<MailsResult>()({
    payload: z.object({ kind: z.enum(['plan-to-approve', 'plan-decided']), planId: id, triggerId: id }),
    queue: 'mail',
    repeat: { why: 'JOB_CANNOT_REPEAT_MAIL' },
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
  'privacy.erase-guest': job<ErasedGuestResult>()({
    payload: z.object({ guestId: id }),
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
  [N in JobName]: Contracts[N]['repeat'] extends { why: PlainCode } ? never : N;
}[JobName];

export const JOBS: {
  readonly [N in JobName]: JobContract<Payload<N>, Result<N>, Repeat | ((payload: Payload<N>) => Repeat)>;
} = CONTRACTS;
export const JOB_NAMES = Object.keys(JOBS) as JobName[];

/** The part of a job that Redis holds: ids only, the payload stays in MongoDB. */
export interface Ticket {
  jobId: string;
  tenantId: string;
}
