import { createHmac, hkdfSync } from 'node:crypto';
import { toInstant } from '../../kernel/clock';

/** A value that an audit entry may contain; never a secret or an answer. */
export type AuditValue = string | number | boolean | null | readonly string[];

export interface AuditChange {
  field: string;
  before: AuditValue;
  after: AuditValue;
}

/** A changed field as stored: `person` identifies the key that encrypts both values. */
export interface StoredChange extends AuditChange {
  person?: string | null;
}

export interface ChainedEntry {
  _id: string;
  tenantId: string;
  sequence: number;
  eventType: string;
  entityType: string;
  entityId: string | null;
  actorId: string | null;
  actorEmail: string | null;
  actorType: string;
  occurredAt: Date;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
  origin?: string | null;
  changes: readonly StoredChange[];
}

/** The storage format of an entry: `Plain` ones were written before personal values were encrypted (ADR 29). */
export enum AuditFormat {
  Plain = 1,
  Encrypted = 2,
}

/** The previous hash of the first entry. */
export const CHAIN_START = '';

/**
 * Returns the key of all chains, derived from DATA_KEY. It is not in the database, so that someone who can change rows
 * cannot recalculate hashes.
 */
export function chainKey(dataKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', dataKey, '', 'audit-chain', 32));
}

/** Returns the hash of an entry: HMAC-SHA256 in hex over the previous hash and the entry as stored. */
export function chainHash(key: Buffer, previous: string, entry: ChainedEntry): string {
  return mac(key, 'entry', previous, JSON.stringify(storedContent(entry)));
}

/** Returns the hash of an entry from before personal values were encrypted, over its plain text. */
export function plainChainHash(key: Buffer, previous: string, entry: ChainedEntry): string {
  const plainContent = [...contentOf(entry), entry.changes.map(({ field, before, after }) => [field, before, after])];
  return createHmac('sha256', key).update(previous).update('\0').update(JSON.stringify(plainContent)).digest('hex');
}

/**
 * Returns the proof of an entry whose personal values were encrypted after it was chained: it binds the entry as stored
 * now to its old hash and the hash before it, so that the chain stays valid.
 */
export function resealingProof(key: Buffer, previous: string, entry: ChainedEntry & { hash: string }): string {
  return mac(key, 'resealed', previous, entry.hash, JSON.stringify(storedContent(entry)));
}

const ROTATED = 'rotated.';

/**
 * Returns the proof of an entry after a change of the chain's key: like `resealingProof`, with the new key. The hash
 * does not change, so that externally recorded hashes still match.
 */
export function rotationProof(key: Buffer, previous: string, entry: ChainedEntry & { hash: string }): string {
  return ROTATED + mac(key, 'rotated', previous, entry.hash, JSON.stringify(storedContent(entry)));
}

/** Whether `rotationProof` made a proof. */
export function isRotationProof(proof: string): boolean {
  return proof.startsWith(ROTATED);
}

/**
 * Returns the proof of a chain's end: HMAC-SHA256 in hex. Without it someone could cut off the last entries and move the head.
 */
export function headSeal(
  key: Buffer,
  tenantId: string,
  { sequence, hash }: { sequence: number; hash: string },
): string {
  return createHmac('sha256', key).update(`head\0${tenantId}\0${sequence}\0${hash}`).digest('hex');
}

/**
 * The beginning of a tenant's chain: the last entry that retention has cut off, and the last entry that was encrypted later.
 */
export interface ChainBeginning {
  sequence: number;
  hash: string;
  resealedThrough: number;
}

export function beginningSeal(key: Buffer, tenantId: string, beginning: ChainBeginning): string {
  const { sequence, hash, resealedThrough } = beginning;
  return mac(key, 'beginning', tenantId, String(sequence), hash, String(resealedThrough));
}

function mac(key: Buffer, ...parts: readonly string[]): string {
  return createHmac('sha256', key).update(parts.join('\0')).digest('hex');
}

function contentOf(entry: ChainedEntry): unknown[] {
  return [
    entry._id,
    entry.tenantId,
    entry.sequence,
    entry.eventType,
    entry.entityType,
    entry.entityId,
    entry.actorId,
    entry.actorEmail,
    entry.actorType,
    entry.occurredAt.toISOString(),
    entry.ip,
    entry.userAgent,
    entry.requestId,
  ];
}

function storedContent(entry: ChainedEntry): unknown[] {
  const changes = entry.changes.map(({ field, before, after, person }) => [field, before, after, person ?? null]);
  // Entries of earlier versions have no origin, and their hashes are without one.
  return [...contentOf(entry), changes, ...(entry.origin ? [entry.origin] : [])];
}

/** Returns those of `fields` that differ, with both values; timestamps without fraction. */
export function auditChanges<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): AuditChange[] {
  return fields
    .map((field) => ({ field, before: auditValue(before[field]), after: auditValue(after[field]) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

function auditValue(value: unknown): AuditValue {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return toInstant(value);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value) && value.every((element) => typeof element === 'string')) return [...value];
  return JSON.stringify(value);
}
