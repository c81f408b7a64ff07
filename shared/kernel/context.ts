import { AsyncLocalStorage } from 'node:async_hooks';
import type { Role } from './permissions';

/** The acting user, of the tenant or of the platform (SystemAdmin). */
export interface Actor {
  readonly userId: string;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly sessionId: string;
  /** The employee that this account belongs to, if any. */
  readonly employeeId: string | null;
}

/** The context of one request or job run; authentication fills in the tenant and the actor. */
export interface Context {
  readonly requestId: string;
  tenantId: string | null;
  actor: Actor | null;
  /** The API key of a request of the public API. */
  apiKeyId?: string;
  /** The provisioning token of a SCIM request. */
  scimTokenId?: string;
  /** The guest of a request of `/api/guest`, and the generation of the link that opened the session. */
  guest?: { readonly id: string; readonly generation: number };
  /** The user whose session was proven by a request that was refused before it had an actor. */
  provenUserId?: string;
  ip?: string;
  userAgent?: string;
  /** The running operation: `GET /api/employees/:id`, `job people.import-employees`, `task sweep-sessions`. */
  readonly operation?: () => string;
  /** Why this code may read across tenants; set only by `asSystem`. */
  readonly systemReason?: string;
}

/**
 * Accounts of the platform (SystemAdmin) have a scope of their own, so that the tenant-bound code stores, finds and
 * audits them too. The nil UUID is not version 4, so no tenant can have it.
 */
export const PLATFORM_SCOPE = '00000000-0000-0000-0000-000000000000';

const storage = new AsyncLocalStorage<Context>();

/** Runs `fn` and everything that it awaits in `context`. Without an `operation` it keeps the running one. */
export function runInContext<T>(context: Context, fn: () => T): T {
  const operation = context.operation ?? storage.getStore()?.operation;
  return storage.run(operation === context.operation ? context : { ...context, operation }, fn);
}

export function currentContext(): Context | undefined {
  return storage.getStore();
}

/** Returns the context of the running request or job; throws without one, which is a programming error. */
export function context(): Context {
  const found = storage.getStore();
  if (!found) throw new Error('No context: run this inside a request, a job or runInContext().');
  return found;
}

/** Returns the tenant that all data access is bound to; throws without one. */
export function tenantId(): string {
  const found = context().tenantId;
  if (found === null) throw new Error('No tenant in the context.');
  return found;
}

/** Returns the signed-in user; throws on routes without authentication and in jobs of the system. */
export function actor(): Actor {
  const found = context().actor;
  if (!found) throw new Error('No actor in the context.');
  return found;
}

/** Runs `fn` bound to another tenant (sign-in, tenant creation) with the same actor and request id. */
export function inTenant<T>(id: string, fn: () => T): T {
  const { requestId, actor: who, apiKeyId, scimTokenId, guest, ip, userAgent, operation } = context();
  const caller = { actor: who, apiKeyId, scimTokenId, guest };
  return storage.run({ requestId, ...caller, ip, userAgent, operation, tenantId: id }, fn);
}

/** Runs `fn` without tenant scoping, for cleanup and platform totals. `reason` is logged. */
export function asSystem<T>(reason: string, fn: () => T): T {
  const { requestId = 'system', actor: who = null, operation } = storage.getStore() ?? {};
  return storage.run({ requestId, actor: who, operation, tenantId: null, systemReason: reason }, fn);
}
