import type { AuditActor, AuditEntity } from '../../shared/platform/audit/audit-events';
import type { Id, Instant } from '../http/types';
import type { ChainBreak } from './audit-verification.queries';

/** A field that an event changed. */
export interface AuditChangeView {
  /** @example "status" */
  field: string;
  /** @example "Open" */
  before: string | number | boolean | string[] | null;
  /** @example "Closed" */
  after: string | number | boolean | string[] | null;
}

/**
 * An event of the audit log. It contains no secrets and no answers, and never changes. Personal values of erased
 * persons are `erased`.
 */
export interface AuditLogView {
  id: Id;
  /**
   * 1, 2, 3 and so on, without gaps, per organization.
   * @example 42
   */
  sequence: number;
  /** @example "cycle.status-changed" */
  eventType: string;
  entityType: AuditEntity;
  entityId: Id | null;
  actorId: Id | null;
  /** @example "ana.garcia@example.com" */
  actorEmail: string | null;
  actorType: AuditActor;
  occurredAt: Instant;
  /** @example "203.0.113.7" */
  ip: string | null;
  /** @example "Mozilla/5.0" */
  userAgent: string | null;
  requestId: Id | null;
  changes: AuditChangeView[];
  /**
   * HMAC-SHA256 over this entry, as it is stored, and the previous entry's hash.
   * @example "6f1c0b7a5f0e4d1f9b0f2f3a7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f809"
   */
  hash: string;
}

/** The result of verifying the whole chain. */
export interface AuditVerification {
  /** @example true */
  valid: boolean;
  /**
   * Number of entries. Record it from time to time: a log that was emptied has fewer.
   * @example 1280
   */
  entries: number;
  /** The first place where the chain is not valid; null without one. */
  firstBroken: ChainBreak | null;
}
