import { Schema } from 'mongoose';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import { tenantTokens } from './tenant-token';

/** Tokens of provisioning, such as `evs_3f0c…`. */
export const scimTokens = tenantTokens('evs_');

/** One call with a token, as its administrator sees it: without what the identity provider sent. */
export interface ScimCall {
  at: Date;
  method: string;
  /** The address below `/scim/v2`, without its query. */
  path: string;
  status: number;
  /** Why it was refused; null for what succeeded. */
  detail: string | null;
}

/** What an identity provider shows to provision people: stored as SHA-256, shown afterwards by its prefix. */
export interface ScimToken extends TenantRow {
  name: string;
  prefix: string;
  hash: string;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  createdBy: string | null;
  /** The last calls, and the last ones that were refused, the oldest first; at most `MAX_KEPT_CALLS` of each. */
  calls: ScimCall[];
  refusals: ScimCall[];
}

/** Calls that a token keeps of each kind. */
export const MAX_KEPT_CALLS = 50;

const call = new Schema<ScimCall>(
  {
    at: { type: Date, required: true },
    method: { type: String, required: true },
    path: { type: String, required: true },
    status: { type: Number, required: true },
    detail: { type: String, default: null },
  },
  { _id: false },
);

export const ScimTokenModel = tenantModel<ScimToken>(
  'ScimToken',
  {
    name: { type: String, required: true },
    prefix: { type: String, required: true },
    hash: { type: String, required: true },
    revokedAt: { type: Date, default: null },
    lastUsedAt: { type: Date, default: null },
    createdBy: { type: String, default: null },
    calls: { type: [call], default: [] },
    refusals: { type: [call], default: [] },
  },
  { indexes: [{ keys: { hash: 1 }, unique: true }] },
);
