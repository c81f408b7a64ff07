import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import type { ScimCallList } from './scim-call.model';
import { tenantTokens } from './tenant-token';

/** Tokens of provisioning, such as `evs_3f0c…`. */
export const scimTokens = tenantTokens('evs_');

/** What an identity provider shows to provision people: stored as SHA-256, shown afterwards by its prefix. */
export interface ScimToken extends TenantRow {
  name: string;
  prefix: string;
  hash: string;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  createdBy: string | null;
  /** How many calls there were, and how many of them were refused. */
  callCounts: Record<ScimCallList, number>;
}

export const ScimTokenModel = tenantModel<ScimToken>(
  'ScimToken',
  {
    name: { type: String, required: true },
    prefix: { type: String, required: true },
    hash: { type: String, required: true },
    revokedAt: { type: Date, default: null },
    lastUsedAt: { type: Date, default: null },
    createdBy: { type: String, default: null },
    callCounts: {
      calls: { type: Number, required: true, default: 0 },
      refusals: { type: Number, required: true, default: 0 },
    },
  },
  { indexes: [{ keys: { hash: 1 }, unique: true }] },
);
