import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import { TextDecision } from './privacy-status';

/** A free text that a request has to decide: its place, never its content. Deleted when an erasure is completed. */
export interface PrivacyText extends TenantRow {
  requestId: string;
  /** The model and the row. */
  source: string;
  rowId: string;
  /** The field of the row, such as `answers.0.comment`; for a comment the item. */
  path: string;
  /** Null while a decision is required; comments by managers need none. */
  decision: TextDecision | null;
  reason: string | null;
}

export const PrivacyTextModel = tenantModel<PrivacyText>(
  'PrivacyText',
  {
    requestId: { type: String, required: true, immutable: true },
    source: { type: String, required: true, immutable: true },
    rowId: { type: String, required: true, immutable: true },
    path: { type: String, required: true, immutable: true },
    decision: { type: String, default: null, enum: [...Object.values(TextDecision), null] },
    reason: { type: String, default: null },
  },
  { indexes: [{ keys: { requestId: 1, decision: 1, _id: 1 } }] },
);
