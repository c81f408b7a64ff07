import { decryptWith, encryptWith } from '../../kernel/encryption';
import { personKey, readableKeys } from '../person-keys.store';
import { type AuditChange, AuditFormat, type AuditValue, type StoredChange } from './audit-chain';
import type { AuditContent, AuditLog, AuditStatement } from './audit-log.model';
import { actorOf, ERASED, personOfChange } from './audit-privacy.rules';

type Named = { _id: string; tenantId: string };
type PlainEntry = AuditContent & Named;
type StoredEntry = AuditStatement & Named;

const ACTOR_FIELDS = ['actorEmail', 'ip', 'userAgent'] as const;

/**
 * Encrypts the personal values of an entry, each with the key of the person whom it concerns (ADR 29). `keyOf` returns
 * the keys.
 */
export async function encryptEntry<T extends PlainEntry>(
  entry: T,
  keyOf: (personId: string) => Promise<Buffer | null> = personKey,
): Promise<T & StoredEntry> {
  const keys = new Map<string, Promise<Buffer | null>>();
  const encryptFor = async (person: string, place: string, value: AuditValue): Promise<string> => {
    const found = keys.get(person) ?? keyOf(person);
    keys.set(person, found);
    const key = await found;
    return key ? encryptWith(key, JSON.stringify(value), placeOf(entry, place)) : ERASED;
  };
  const actor = actorOf(entry);
  const ofActor: Partial<Record<(typeof ACTOR_FIELDS)[number], string>> = {};
  for (const field of ACTOR_FIELDS) {
    const value = entry[field];
    if (value !== null) ofActor[field] = await encryptFor(actor, field, value);
  }
  const changes: StoredChange[] = [];
  for (const [at, { field, before, after }] of entry.changes.entries()) {
    const person = personOfChange(entry, field);
    if (person === null) changes.push({ field, before, after, person });
    else
      changes.push({
        field,
        before: before === null ? null : await encryptFor(person, `${at}.before`, before),
        after: after === null ? null : await encryptFor(person, `${at}.after`, after),
        person,
      });
  }
  return { ...entry, ...ofActor, changes, format: AuditFormat.Encrypted };
}

/** A decrypted entry, and whether all of its values could be decrypted. */
export interface OpenedEntry<T> {
  entry: T & AuditContent;
  isWhole: boolean;
}

/** Decrypts the personal values of entries; those whose key was destroyed become "erased". One query. */
export async function openEntries<T extends StoredEntry>(rows: readonly T[]): Promise<OpenedEntry<T>[]> {
  const encrypted = rows.filter(({ format }) => format === AuditFormat.Encrypted);
  const keys = await readableKeys(
    encrypted.flatMap((row) => [actorOf(row), row.tenantId, ...row.changes.flatMap(({ person }) => person ?? [])]),
  );
  return rows.map((row) => (row.format === AuditFormat.Encrypted ? open(row, keys) : { entry: row, isWhole: true }));
}

export type ReadableEntry = AuditLog & AuditContent;

/** Like `openEntries`, without the marks. */
export async function readableEntries<T extends StoredEntry>(rows: readonly T[]): Promise<(T & AuditContent)[]> {
  return (await openEntries(rows)).map(({ entry }) => entry);
}

function open<T extends StoredEntry>(row: T, keys: ReadonlyMap<string, Buffer>): OpenedEntry<T> {
  let isWhole = true;
  const read = (person: string, place: string, value: AuditValue): AuditValue => {
    if (value === null) return null;
    // The organization's key encrypts the values of someone who had no key when a sign-in was refused.
    for (const key of [keys.get(person), keys.get(row.tenantId)])
      if (key && typeof value === 'string')
        try {
          return JSON.parse(decryptWith(key, value, placeOf(row, place))) as AuditValue;
        } catch {
          // of another key, or changed in the database: the check of the chain says which
        }
    isWhole = false;
    return ERASED;
  };
  const actor = actorOf(row);
  const text = (field: (typeof ACTOR_FIELDS)[number]): string | null => read(actor, field, row[field]) as string | null;
  const changes: AuditChange[] = row.changes.map(({ field, before, after, person }, at) =>
    person
      ? { field, before: read(person, `${at}.before`, before), after: read(person, `${at}.after`, after) }
      : { field, before, after },
  );
  const entry = { ...row, actorEmail: text('actorEmail'), ip: text('ip'), userAgent: text('userAgent'), changes };
  return { entry, isWhole };
}

/** The purpose of a value, which is thus useless in any other place. */
const placeOf = ({ _id }: Pick<AuditLog, '_id'>, place: string): string => `audit:${_id}:${place}`;
