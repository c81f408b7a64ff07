import { createHmac, hkdfSync } from 'node:crypto';
import { toInstant } from '../../kernel/clock';

/** A value that an audit entry may show; never a secret or an answer. */
export type AuditValue = string | number | boolean | null | readonly string[];

/** One changed field. */
export interface AuditChange {
  field: string;
  before: AuditValue;
  after: AuditValue;
}

/** One changed field as it is stored: `person` names whose key both values are encrypted with. */
export interface StoredChange extends AuditChange {
  person?: string | null;
}

/** What an entry says. */
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
  changes: readonly StoredChange[];
}

/** How an entry is stored: `Plain` ones were written before personal values were encrypted (ADR 29). */
export enum AuditFormat {
  Plain = 1,
  Encrypted = 2,
}

/** What the first entry is chained to. */
export const CHAIN_START = '';

/** The key of all chains, derived from DATA_KEY. It stays out of the database: who changes rows there cannot make them fit. */
export function chainKey(dataKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', dataKey, '', 'audit-chain', 32));
}

/** The hash of an entry: HMAC-SHA256 in hex over the hash before it and the entry as it is stored. */
export function chainHash(key: Buffer, previous: string, entry: ChainedEntry): string {
  return mac(key, 'entry', previous, JSON.stringify(storedContent(entry)));
}

/** The hash of an entry that was written before personal values were encrypted: over what it said in plain text. */
export function plainChainHash(key: Buffer, previous: string, entry: ChainedEntry): string {
  const plainContent = [...contentOf(entry), entry.changes.map(({ field, before, after }) => [field, before, after])];
  return createHmac('sha256', key).update(previous).update('\0').update(JSON.stringify(plainContent)).digest('hex');
}

/**
 * What proves an entry whose personal values were encrypted after it was chained: it binds the entry as it is stored now to
 * its old hash and to the hash before it, so that the old chain goes on.
 */
export function resealingProof(key: Buffer, previous: string, entry: ChainedEntry & { hash: string }): string {
  return mac(key, 'resealed', previous, entry.hash, JSON.stringify(storedContent(entry)));
}

const ROTATED = 'rotated.';

/**
 * What proves an entry after the key of the chain was changed: as `resealingProof`, by the new key. The hash stays, so that noted
 * ones are found again.
 */
export function rotationProof(key: Buffer, previous: string, entry: ChainedEntry & { hash: string }): string {
  return ROTATED + mac(key, 'rotated', previous, entry.hash, JSON.stringify(storedContent(entry)));
}

/** Whether a proof is one of `rotationProof`. */
export function isRotationProof(proof: string): boolean {
  return proof.startsWith(ROTATED);
}

/** What proves where a tenant's chain ends: HMAC-SHA256 in hex. Without it a cut tail could be hidden by moving the head. */
export function headSeal(
  key: Buffer,
  tenantId: string,
  { sequence, hash }: { sequence: number; hash: string },
): string {
  return createHmac('sha256', key).update(`head\0${tenantId}\0${sequence}\0${hash}`).digest('hex');
}

/** Where a tenant's chain begins now: the last entry that retention has cut off, and how far old entries were encrypted. */
export interface ChainBeginning {
  sequence: number;
  hash: string;
  resealedThrough: number;
}

/** What proves where a tenant's chain begins. */
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
  return [...contentOf(entry), changes];
}

/** The fields among `fields` that differ, with their values before and after; timestamps without fraction. */
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
