import { toInstant } from '../../shared/kernel/clock';
import type { RetentionDue, RetentionPreview } from '../../shared/privacy/retention.store';
import type { Instant } from '../http/types';

/** What is due today. */
export interface RetentionDueView {
  /** The time before which it ended. */
  before: Instant;
  /** @example 3 */
  count: number;
}

/** What a run of retention would affect today; null where data is kept. */
export interface RetentionPreviewView {
  /**
   * Employees who left and whose data has not been erased. A run opens an erasure request for each of them, which a
   * TenantAdmin confirms, unless they have a legal hold or are employed again.
   */
  formerEmployees: RetentionDueView | null;
  /** Closed and archived cycles whose answers and comments would be deleted; scores and gaps are kept. */
  closedCycles: RetentionDueView | null;
  /** Entries that would be deleted from the audit log. */
  auditEntries: RetentionDueView | null;
}

export function toRetentionPreviewView(preview: RetentionPreview): RetentionPreviewView {
  const { formerEmployees, closedCycles, auditEntries } = preview;
  return {
    formerEmployees: formerEmployees && toDueView(formerEmployees),
    closedCycles: closedCycles && toDueView(closedCycles),
    auditEntries: auditEntries && toDueView(auditEntries),
  };
}

const toDueView = ({ before, count }: RetentionDue): RetentionDueView => ({ before: toInstant(before), count });
