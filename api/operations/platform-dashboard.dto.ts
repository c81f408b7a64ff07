import type { MailRouteSource } from '../../shared/comms/mail/mail-route.store';
import type { QueueName } from '../../shared/jobs/contract';
import type { TenantStatus } from '../../shared/platform/tenant-status';
import type { Id, Instant } from '../http/types';

export interface TenantCount {
  status: TenantStatus;
  /** @example 12 */
  count: number;
}

/** The usage of a plan, by tenants that are neither Suspended nor Cancelled. */
export interface PlanUse {
  /** Null: tenants without a plan. */
  planId: Id | null;
  /** @example "Pro" */
  plan: string | null;
  tenants: number;
  /** Active employees of its tenants. */
  employees: number;
  /** Cycles that they created in this UTC calendar year. */
  cycles: number;
  /** Tenants that use at least nine tenths of their employees, or all of their cycles. */
  nearLimit: number;
}

/** One queue of background jobs. */
export interface QueueHealth {
  queue: QueueName;
  /** Jobs that wait for a worker or for their next attempt; null when the queue cannot be reached. */
  waiting: number | null;
  active: number | null;
  failed: number | null;
  /** Workers that take its jobs and gave a sign of life within 15 seconds. */
  workers: number | null;
}

/** The stored jobs. */
export interface JobHealth {
  queued: number;
  running: number;
  /** When the job that waits the longest was stored; null when none waits. */
  oldestQueuedAt: Instant | null;
  /** Jobs that were dead-lettered in the last seven days. */
  deadLetters: number;
}

/** What runs, and on what. */
export interface Installation {
  /**
   * The version of the program that answers.
   * @example "1.0.0"
   */
  version: string;
  /** Versions of the schema: of the stored data, and the one that the program writes. They differ while a migration is pending. */
  schema: { stored: number | null; expected: number };
  /** The moment that the last completed backup shows; null before the first. */
  lastBackupAt: Instant | null;
  /** Where the platform's own emails go; null when no mail server is configured. Host and port are null for the outbox of development. */
  mailServer: { source: MailRouteSource; host: string | null; port: number | null } | null;
}

/** Figures of the platform. */
export interface PlatformDashboard {
  tenants: { total: number; byStatus: TenantCount[] };
  plans: PlanUse[];
  queues: QueueHealth[];
  jobs: JobHealth;
  installation: Installation;
}
