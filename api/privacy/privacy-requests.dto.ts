import type { EvaluatorType } from '../../shared/framework/evaluator-type';
import { toInstant, toInstantOrNull } from '../../shared/kernel/clock';
import type { ErasureCounts, PrivacyRequest } from '../../shared/privacy/privacy-request.model';
import type { PrivacyKind, PrivacyStatus } from '../../shared/privacy/privacy-status';
import type { StateConflict } from '../http/errors';
import { resourceFields } from '../http/resource-fields';
import type { Id, Instant, LongText, Reason, ResourceFields } from '../http/types';
import type { LegalHoldView } from './legal-hold.dto';

/**
 * Rows by kind.
 * @example { "Evaluation": 2, "Participant": 14 }
 */
export interface RowCounts {
  [kind: string]: number;
}

/** What an erasure does, as numbers of rows. */
export interface ErasureCountsView {
  deleted: RowCounts;
  /** Rows that are kept without the person's values. */
  anonymized: RowCounts;
  /** Rows that are kept and no longer identify the person, such as answers about others. */
  kept: RowCounts;
}

/** A request for a copy of someone's data, or for its erasure. */
export interface PrivacyRequestView extends ResourceFields {
  /** Null for a guest, and when an account without an employee requests its own data. */
  employeeId: Id | null;
  /** The guest whose data is requested, if it is one. */
  guestId: Id | null;
  /**
   * Full name, also of a guest; "Former employee" after the erasure.
   * @example "Ana García"
   */
  employee: string | null;
  kind: PrivacyKind;
  status: PrivacyStatus;
  note: string | null;
  /** One month after the request, or three if it was extended. */
  dueAt: Instant;
  extendedAt: Instant | null;
  /** Why it was extended or cancelled. */
  reason: string | null;
  completedAt: Instant | null;
  /** The ZIP of an access request, for 30 days. */
  fileId: Id | null;
  /** What the erasure did; null before. */
  counts: ErasureCountsView | null;
  /** The current hold, if any. */
  legalHold: LegalHoldView | null;
  /** The job of the last step. */
  jobId: Id | null;
}

export interface CreatePrivacyRequest {
  /** Required without `guestId`. */
  employeeId?: Id;
  /** In place of `employeeId`: a guest, of kind Access. `POST /api/guests/{id}/erase` deletes the data of a guest. */
  guestId?: Id;
  kind: PrivacyKind;
  note?: LongText | null;
}

/** Why a request is extended or cancelled. */
export interface ReasonBody {
  reason: Reason;
}

/** Completes a request. */
export interface CompletePrivacyRequest {
  /**
   * For an erasure: the full name of the person.
   * @maxLength 500 must have at most 500 characters
   */
  confirm?: string;
}

/** The refusal to complete a request. */
export interface UndecidedTexts extends StateConflict {
  /** The number of texts without a decision. */
  undecided?: number;
}

/** A comment that someone else wrote about the person. */
export interface PrivacyCommentView {
  id: Id;
  /** Name of the cycle. */
  cycle: string;
  /** Text of the item. */
  item: string;
  evaluatorType: EvaluatorType;
  text: string;
  decision: 'Release' | 'Withhold' | null;
  reason: string | null;
}

export interface DecideComment {
  decision: 'Release' | 'Withhold';
  /** Required to withhold. */
  reason?: Reason | null;
}

/** Another person's text that mentions the person. */
export interface PrivacyMentionView {
  id: Id;
  /**
   * Kind of row and field.
   * @example "Goal: description"
   */
  where: string;
  text: string;
  decision: 'Redact' | 'Keep' | null;
}

export interface DecideMention {
  decision: 'Redact' | 'Keep';
}

/** What an erasure would do now. */
export interface ErasurePreview extends ErasureCountsView {
  /** Number of others' texts that mention the person. */
  mentions: number;
}

/** Returns a request as the API shows it, with the name of the person and the current hold. */
export function toPrivacyRequestView(
  row: PrivacyRequest,
  fullName: string | null,
  legalHold: LegalHoldView | null,
): PrivacyRequestView {
  return {
    ...resourceFields(row),
    employeeId: row.employeeId,
    guestId: row.guestId ?? null,
    employee: fullName,
    kind: row.kind,
    status: row.status,
    note: row.note,
    dueAt: toInstant(row.dueAt),
    extendedAt: toInstantOrNull(row.extendedAt),
    reason: row.reason,
    completedAt: toInstantOrNull(row.completedAt),
    fileId: row.fileId,
    counts: row.counts && toCountsView(row.counts),
    legalHold,
    jobId: row.jobId,
  };
}

export function toCountsView({ deleted, anonymized, kept }: ErasureCounts): ErasureCountsView {
  return { deleted: { ...deleted }, anonymized: { ...anonymized }, kept: { ...kept } };
}
