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

/** Figures of the platform. */
export interface PlatformDashboard {
  tenants: { total: number; byStatus: TenantCount[] };
  plans: PlanUse[];
  queues: QueueHealth[];
  jobs: JobHealth;
}
