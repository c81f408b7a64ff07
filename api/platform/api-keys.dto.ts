import { toInstantOrNull } from '../../shared/kernel/clock';
import { type ApiKeyScope, scopesOf } from '../../shared/platform/api-key-scope';
import type { ApiKey } from '../../shared/platform/api-key.model';
import { resourceFields } from '../http/resource-fields';
import type { Id, Instant, ResourceFields, ShortText } from '../http/types';

/** A key of the public API. */
export interface ApiKeyView extends ResourceFields {
  /** @example "Power BI" */
  name: string;
  /**
   * The beginning of the key: `key.startsWith(prefix)`.
   * @example "evk_3f0c1f6e3c1b4b569a530d6f6f0e9a11_Jx8f2q"
   */
  prefix: string;
  /** What the key may read; `/api/v1/ping` needs none. */
  scopes: ApiKeyScope[];
  expiresAt: Instant | null;
  revokedAt: Instant | null;
  /** Accurate to a minute. */
  lastUsedAt: Instant | null;
  /** The user who created it. */
  createdBy: Id | null;
  /**
   * Full name of that user.
   * @example "Ana García"
   */
  creator: string | null;
}

/** A key with its text, which is shown only once. */
export interface NewApiKeyView extends ApiKeyView {
  /** For the header `X-Api-Key`; it cannot be read again. */
  key: string;
}

export interface CreateApiKey {
  id?: Id;
  name: ShortText;
  /**
   * When the key expires; defaults to one year from now, null: never. TenantAdmins are notified 14 days before.
   * @maxLength 40 must be an instant such as 2026-11-21T09:30:00Z
   * @example "2027-11-21T09:30:00Z"
   */
  expiresAt?: string | null;
  /**
   * What the key may read of `/api/v1`; omitted: all. An OData set belongs to the scope of its source: Employees, Cycles, Goals and
   * KeyResults, PulseSurveys; the others are datasets.
   * @minItems 1 must name at least one scope
   * @maxItems 5 must name each scope once
   */
  scopes?: ApiKeyScope[];
}

export function toApiKeyView(row: ApiKey, creator: string | null): ApiKeyView {
  return {
    ...resourceFields(row),
    name: row.name,
    prefix: row.prefix,
    scopes: [...scopesOf(row)],
    expiresAt: toInstantOrNull(row.expiresAt),
    revokedAt: toInstantOrNull(row.revokedAt),
    lastUsedAt: toInstantOrNull(row.lastUsedAt),
    createdBy: row.createdBy,
    creator,
  };
}
