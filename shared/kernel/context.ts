import { AsyncLocalStorage } from 'node:async_hooks';
import type { Role } from './permissions';

/** Who acts: a signed-in user of the tenant, or of the platform (SystemAdmin). */
export interface Actor {
  readonly userId: string;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly sessionId: string;
  /** The employee that this account belongs to, if any. */
  readonly employeeId: string | null;
}

/** What one request or one job run carries with it; authentication fills the tenant and the actor. */
export interface Context {
  readonly requestId: string;
  tenantId: string | null;
  actor: Actor | null;
  /** The API key of a request of the public API. */
  apiKeyId?: string;
  /** The provisioning token of a request of SCIM. */
  scimTokenId?: string;
  /** Whose session a request has proven that was refused before it had an actor. */
  provenUserId?: string;
  ip?: string;
  userAgent?: string;
  /** What runs: `GET /api/employees/:id`, `job people.import-employees`, `task sweep-sessions`. */
  readonly operation?: () => string;
  /** Why this code may look across tenants; set by `asSystem` alone. */
  readonly systemReason?: string;
}

/**
 * Accounts of the platform itself (SystemAdmin) live in a scope of their own, so that they are stored, found and
 * audited by the same tenant-bound code as everyone else. The nil UUID is no version 4, so no tenant can take it.
 */
export const PLATFORM_SCOPE = '00000000-0000-0000-0000-000000000000';

const storage = new AsyncLocalStorage<Context>();

/** Runs `fn` in `context`; everything that it awaits sees the same one. Without an `operation` it is part of the one that runs. */
export function runInContext<T>(context: Context, fn: () => T): T {
  const operation = context.operation ?? storage.getStore()?.operation;
  return storage.run(operation === context.operation ? context : { ...context, operation }, fn);
}

/** The context of the running request or job, if there is one. */
export function currentContext(): Context | undefined {
  return storage.getStore();
}

/** The context of the running request or job; throws outside of one, which is a programming error. */
export function context(): Context {
  const found = storage.getStore();
  if (!found) throw new Error('No context: run this inside a request, a job or runInContext().');
  return found;
}

/** The tenant that all data access is bound to; throws when none was resolved. */
export function tenantId(): string {
  const found = context().tenantId;
  if (found === null) throw new Error('No tenant in the context.');
  return found;
}

/** The signed-in user; throws on routes without authentication and in jobs of the system. */
export function actor(): Actor {
  const found = context().actor;
  if (!found) throw new Error('No actor in the context.');
  return found;
}

/** Runs `fn` bound to another tenant (sign-in, tenant creation); the actor and request id stay. */
export function inTenant<T>(id: string, fn: () => T): T {
  const { requestId, actor: who, apiKeyId, scimTokenId, ip, userAgent, operation } = context();
  return storage.run({ requestId, actor: who, apiKeyId, scimTokenId, ip, userAgent, operation, tenantId: id }, fn);
}

/** The one exit from tenant scoping: sweeps and platform figures. `reason` says why, for the reader and the log. */
export function asSystem<T>(reason: string, fn: () => T): T {
  const { requestId = 'system', actor: who = null, operation } = storage.getStore() ?? {};
  return storage.run({ requestId, actor: who, operation, tenantId: null, systemReason: reason }, fn);
}
