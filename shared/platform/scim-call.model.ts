import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

/** Lists of calls with a token; a refused call is in both. */
export type ScimCallList = 'calls' | 'refusals';

/** One call with a provisioning token, as its administrator sees it: without what the identity provider sent. */
export interface ScimCall extends TenantRow {
  tokenId: string;
  list: ScimCallList;
  /** Counts the calls of the list from 1. */
  sequence: number;
  at: Date;
  method: string;
  /** The address below `/scim/v2`, without its query. */
  path: string;
  status: number;
  /** Why it was refused; null for a success. */
  detail: string | null;
}

/** Calls in a list: a new one replaces the oldest. */
export const MAX_LISTED_CALLS = 50;

export const ScimCallModel = tenantModel<ScimCall>(
  'ScimCall',
  {
    tokenId: { type: String, required: true, personal: 'none' },
    list: { type: String, required: true, enum: ['calls', 'refusals'] satisfies ScimCallList[], personal: 'none' },
    sequence: { type: Number, required: true, personal: 'none' },
    at: { type: Date, required: true, personal: 'none' },
    method: { type: String, required: true, personal: 'none' },
    path: { type: String, required: true, personal: 'none' },
    status: { type: Number, required: true, personal: 'none' },
    detail: { type: String, default: null, personal: 'none' },
  },
  {
    privacy: {
      purpose: 'Shows administrators what the identity provider called, without what it sent',
      seenBy: 'TenantAdmin',
      kept: 'Of each token the last 50, and the last 50 that were refused',
    },
    indexes: [{ keys: { tokenId: 1, list: 1, sequence: -1 } }],
  },
);
