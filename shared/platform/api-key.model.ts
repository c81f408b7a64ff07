import { ACTOR } from '../db/fields';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import { API_KEY_SCOPES, type ApiKeyScope } from './api-key-scope';

/** A key of the public API: stored as SHA-256, shown by its prefix. */
export interface ApiKey extends TenantRow {
  name: string;
  prefix: string;
  hash: string;
  /** Omitted in keys from before there were scopes: they have all. */
  scopes?: ApiKeyScope[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  createdBy: string | null;
}

export const ApiKeyModel = tenantModel<ApiKey>(
  'ApiKey',
  {
    name: { type: String, required: true, personal: 'none' },
    prefix: { type: String, required: true, personal: 'none' },
    hash: { type: String, required: true, personal: 'secret' },
    scopes: { type: [String], enum: API_KEY_SCOPES, default: undefined, personal: 'none' },
    expiresAt: { type: Date, default: null, personal: 'none' },
    revokedAt: { type: Date, default: null, personal: 'none' },
    lastUsedAt: { type: Date, default: null, personal: 'none' },
    createdBy: { type: String, default: null, personal: 'actor: kept' },
  },
  {
    privacy: {
      purpose: 'Opens the public API to programs of the organization',
      seenBy: 'TenantAdmin',
      kept: 'For good',
      links: { createdBy: ACTOR },
    },
    indexes: [
      { keys: { hash: 1 }, unique: true },
      { keys: { revokedAt: 1, expiresAt: 1 }, acrossTenants: true },
    ],
  },
);
