import { ACTOR } from '../db/fields';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import { tenantTokens } from '../kernel/tenant-token';
import type { ScimCallList } from './scim-call.model';

/** Provisioning tokens, such as `evs_3f0c…`. */
export const scimTokens = tenantTokens('evs_');

/** A token with which an identity provider provisions accounts and employees: stored as SHA-256, shown by its prefix. */
export interface ScimToken extends TenantRow {
  name: string;
  prefix: string;
  hash: string;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  createdBy: string | null;
  /** The number of calls, and of refused ones. */
  callCounts: Record<ScimCallList, number>;
}

export const ScimTokenModel = tenantModel<ScimToken>(
  'ScimToken',
  {
    name: { type: String, required: true, personal: 'none' },
    prefix: { type: String, required: true, personal: 'none' },
    hash: { type: String, required: true, personal: 'secret' },
    revokedAt: { type: Date, default: null, personal: 'none' },
    lastUsedAt: { type: Date, default: null, personal: 'none' },
    createdBy: { type: String, default: null, personal: 'actor: kept' },
    callCounts: {
      calls: { type: Number, required: true, default: 0, personal: 'none' },
      refusals: { type: Number, required: true, default: 0, personal: 'none' },
    },
  },
  {
    privacy: {
      purpose: 'Opens provisioning to the identity provider of the organization',
      seenBy: 'TenantAdmin',
      kept: 'For good',
      links: { createdBy: ACTOR },
    },
    indexes: [{ keys: { hash: 1 }, unique: true }],
  },
);
