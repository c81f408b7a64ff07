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
    requestId: { type: String, required: true, immutable: true, personal: 'none' },
    source: { type: String, required: true, immutable: true, personal: 'none' },
    rowId: { type: String, required: true, immutable: true, personal: 'none' },
    path: { type: String, required: true, immutable: true, personal: 'none' },
    decision: { type: String, default: null, enum: [...Object.values(TextDecision), null], personal: 'none' },
    reason: { type: String, default: null, personal: 'none', redacted: 'without a decision' },
  },
  {
    privacy: {
      purpose:
        'Which texts an access file shows, and which are redacted at an erasure; it says where they are, not what',
      seenBy: 'TenantAdmin',
      kept: 'Until the request is completed by an erasure',
    },
    indexes: [{ keys: { requestId: 1, decision: 1, _id: 1 } }],
  },
);
