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
    name: { type: String, required: true },
    prefix: { type: String, required: true },
    hash: { type: String, required: true },
    scopes: { type: [String], enum: API_KEY_SCOPES, default: undefined },
    expiresAt: { type: Date, default: null },
    revokedAt: { type: Date, default: null },
    lastUsedAt: { type: Date, default: null },
    createdBy: { type: String, default: null },
  },
  {
    indexes: [
      { keys: { hash: 1 }, unique: true },
      { keys: { revokedAt: 1, expiresAt: 1 }, acrossTenants: true },
    ],
  },
);
