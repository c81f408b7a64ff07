import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { config } from '../../../shared/kernel/config';
import { bytesToId, idToBytes } from '../../../shared/kernel/ids';
import type { Role } from '../../../shared/kernel/permissions';

export const ACCESS_TOKEN_SECONDS = 3_600;
export const TOKEN_ALGORITHM = 'HS256';
export const TOKEN_ISSUER = 'evaluation-service';
export const TOKEN_AUDIENCE = 'evaluation-service/api';

const keys = new Map<string, KeyObject>();

/**
 * Returns the key of signed tokens, created once. Given text, the library would first try to parse it as a public key
 * at each verification, which takes as long as the rest of a request.
 */
function keyOf(secret: string): KeyObject {
  const key = keys.get(secret) ?? createSecretKey(secret, 'utf8');
  keys.set(secret, key);
  return key;
}

const tokenKey = (): KeyObject => keyOf(config().JWT_SECRET);

/** Returns the key that signed a token; the first key when none did. */
export function keyOfToken(token: string): KeyObject {
  const { JWT_SECRETS: secrets } = config();
  const secret = secrets.length === 1 ? secrets[0] : secrets.find((each) => isSignedWith(token, each));
  return keyOf(secret ?? secrets[0]);
}

function isSignedWith(token: string, secret: string): boolean {
  try {
    jwt.verify(token, keyOf(secret), { algorithms: [TOKEN_ALGORITHM], ignoreExpiration: true });
    return true;
  } catch {
    return false;
  }
}

/** The claims of an access token. A platform account has no `tenant_id`. */
export interface AccessClaims {
  sub: string;
  tenant_id?: string;
  roles: Role[];
  sid: string;
}

/** Signs an access token for 3,600 s. */
export function signAccessToken(claims: AccessClaims): string {
  return jwt.sign(claims, tokenKey(), {
    algorithm: TOKEN_ALGORITHM,
    issuer: TOKEN_ISSUER,
    audience: TOKEN_AUDIENCE,
    expiresIn: ACCESS_TOKEN_SECONDS,
  });
}

const CHALLENGE_SECONDS = 300;
const CHALLENGE_AUDIENCE = 'evaluation-service/two-factor';

export interface Challenge {
  userId: string;
  scope: string;
  /** Derived from the password that was right; see `passwordMark`. */
  mark: string;
}

/** Signs a challenge for a sign-in that lacks two-factor authentication; valid for 5 minutes, and only with a code. */
export function signChallenge({ userId, scope, mark }: Challenge): string {
  return jwt.sign({ sub: userId, scope, mark }, tokenKey(), {
    algorithm: TOKEN_ALGORITHM,
    issuer: TOKEN_ISSUER,
    audience: CHALLENGE_AUDIENCE,
    expiresIn: CHALLENGE_SECONDS,
  });
}

/** Returns the claims of a challenge token; null when it is forged, expired or another kind of token. */
export function readChallenge(token: string): Challenge | null {
  const { sub: userId, scope, mark } = claimsFor(CHALLENGE_AUDIENCE, token);
  const isComplete = typeof userId === 'string' && typeof scope === 'string' && typeof mark === 'string';
  return isComplete ? { userId, scope, mark } : null;
}

/** How long a guest works with a link that was opened once; the same link opens the next session. */
export const GUEST_SESSION_SECONDS = 43_200;
const GUEST_AUDIENCE = 'evaluation-service/guest';

export interface GuestSession {
  tenantId: string;
  guestId: string;
  /** The generation of the link. */
  generation: number;
}

/** Signs the session of a guest, which opens `/api/guest` alone. */
export function signGuestSession({ tenantId, guestId, generation }: GuestSession): string {
  return jwt.sign({ sub: guestId, tenant_id: tenantId, generation }, tokenKey(), {
    algorithm: TOKEN_ALGORITHM,
    issuer: TOKEN_ISSUER,
    audience: GUEST_AUDIENCE,
    expiresIn: GUEST_SESSION_SECONDS,
  });
}

/** Returns the claims of a guest's session; null when it is forged, expired or another kind of token. */
export function readGuestSession(token: string): GuestSession | null {
  const { sub: guestId, tenant_id: tenantId, generation } = claimsFor(GUEST_AUDIENCE, token);
  const isComplete = typeof guestId === 'string' && typeof tenantId === 'string' && typeof generation === 'number';
  return isComplete ? { guestId, tenantId, generation } : null;
}

/** Returns the claims of a valid token of this audience; none otherwise. */
function claimsFor(audience: string, token: string): Record<string, unknown> {
  try {
    const claims = jwt.verify(token, keyOfToken(token), {
      algorithms: [TOKEN_ALGORITHM],
      issuer: TOKEN_ISSUER,
      audience,
    });
    return typeof claims === 'string' ? {} : claims;
  } catch {
    return {};
  }
}

/** Binds a challenge to its password, so that it ends with it; reveals nothing about the hash. */
export function passwordMark(passwordHash: string, secret: string = config().JWT_SECRET): string {
  return createHmac('sha256', secret).update('password-mark\0').update(passwordHash).digest('base64url');
}

export function isMarkOf(mark: string, passwordHash: string): boolean {
  return config().JWT_SECRETS.some((secret) => passwordMark(passwordHash, secret) === mark);
}

const SECRET_BYTES = 32;
const ID_BYTES = 16;

/**
 * Returns a refresh or cookie token of a session: opaque to clients. It contains its tenant and session, so that it is
 * looked up inside the tenant; the stored hash decides what it is valid for.
 */
export function newSessionToken(tenantId: string, sessionId: string): string {
  return composeSessionToken(tenantId, sessionId, randomBytes(SECRET_BYTES));
}

function composeSessionToken(tenantId: string, sessionId: string, secret: Buffer): string {
  return Buffer.concat([idToBytes(tenantId), idToBytes(sessionId), secret]).toString('base64url');
}

/** Returns tenant and session of a token; null when the text is not one. */
export function readSessionToken(token: string): { tenantId: string; sessionId: string } | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 2 * ID_BYTES + SECRET_BYTES || bytes.toString('base64url') !== token) return null;
  return {
    tenantId: bytesToId(bytes.subarray(0, ID_BYTES)),
    sessionId: bytesToId(bytes.subarray(ID_BYTES, 2 * ID_BYTES)),
  };
}

/**
 * Returns the only successor of a refresh token, derived from it with the server's key: concurrent refreshes get the
 * same, and none is stored in plain text.
 */
export function successorOf(token: string, secret: string = config().JWT_SECRET): string {
  const { tenantId, sessionId } = readSessionToken(token) ?? { tenantId: '', sessionId: '' };
  const derived = createHmac('sha256', secret).update('refresh-successor\0').update(token).digest();
  return composeSessionToken(tenantId, sessionId, derived);
}
