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

/** Calls that a list keeps: a new one replaces the oldest. */
export const MAX_KEPT_CALLS = 50;

export const ScimCallModel = tenantModel<ScimCall>(
  'ScimCall',
  {
    tokenId: { type: String, required: true },
    list: { type: String, required: true, enum: ['calls', 'refusals'] satisfies ScimCallList[] },
    sequence: { type: Number, required: true },
    at: { type: Date, required: true },
    method: { type: String, required: true },
    path: { type: String, required: true },
    status: { type: Number, required: true },
    detail: { type: String, default: null },
  },
  { indexes: [{ keys: { tokenId: 1, list: 1, sequence: -1 } }] },
);
