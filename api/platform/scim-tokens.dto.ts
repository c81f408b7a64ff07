import { toInstant, toInstantOrNull } from '../../shared/kernel/clock';
import type { ScimCall } from '../../shared/platform/scim-call.model';
import type { ScimToken } from '../../shared/platform/scim-token.model';
import { resourceFields } from '../http/resource-fields';
import type { Id, Instant, ResourceFields, ShortText } from '../http/types';

/** A token with which an identity provider provisions employees at `/scim/v2`. */
export interface ScimTokenView extends ResourceFields {
  /** @example "Entra ID" */
  name: string;
  /**
   * The beginning of the token: `token.startsWith(prefix)`.
   * @example "evs_3f0c1f6e3c1b4b569a530d6f6f0e9a11_Jx8f2q"
   */
  prefix: string;
  revokedAt: Instant | null;
  lastUsedAt: Instant | null;
  /** The user who created it. */
  createdBy: Id | null;
  /**
   * Full name of that user.
   * @example "Ana García"
   */
  creator: string | null;
}

/** One call with a token, without what the identity provider sent. */
export interface ScimCallView {
  at: Instant;
  /** @example "PATCH" */
  method: string;
  /**
   * The address below `/scim/v2`, without its query.
   * @example "/Users/3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11"
   */
  path: string;
  /** @example 200 */
  status: number;
  /**
   * Why it was refused; null for a success.
   * @example "Another user has this userName."
   */
  detail: string | null;
}

/** A token with its latest calls, newest first. */
export interface ScimTokenDetails extends ScimTokenView {
  /** The last 50 calls. */
  calls: ScimCallView[];
  /** The last 50 refused calls. */
  refusals: ScimCallView[];
}

/** A token with its text, which is shown only once. */
export interface NewScimTokenView extends ScimTokenView {
  /** For the header `Authorization: Bearer`; it cannot be read again. */
  token: string;
}

export interface CreateScimToken {
  id?: Id;
  name: ShortText;
}

export function toScimTokenView(row: ScimToken, creator: string | null): ScimTokenView {
  return {
    ...resourceFields(row),
    name: row.name,
    prefix: row.prefix,
    revokedAt: toInstantOrNull(row.revokedAt),
    lastUsedAt: toInstantOrNull(row.lastUsedAt),
    createdBy: row.createdBy,
    creator,
  };
}

export function toScimCallView({ at, method, path, status, detail }: ScimCall): ScimCallView {
  return { at: toInstant(at), method, path, status, detail };
}
