import { isDuplicate } from '../db/bulk';
import { findOutsideTransaction, insertOutsideTransaction } from '../db/outside-transaction';
import { pickRows } from '../db/pick';
import { now } from '../kernel/clock';
import { tenantId } from '../kernel/context';
import { decrypt, encrypt, newKey } from '../kernel/encryption';
import { type PersonKey, PersonKeyModel } from './person-key.model';

/** Keys in use, by tenant and person: an entry is written far more often than a key is made. */
let recent = new Map<string, Buffer>();
/** Those before: the keys of one call stay known together while others ask. */
let earlier = new Map<string, Buffer>();
const MAX_RECENT = 5_000;

const known = (id: string): Buffer | undefined => recent.get(id) ?? earlier.get(id);

function remember(id: string, key: Buffer): void {
  if (recent.size >= MAX_RECENT) {
    earlier = recent;
    recent = new Map();
  }
  recent.set(id, key);
}

/**
 * The key of a person, made at the first use; null once it is destroyed. The key is stored at once, also inside a
 * transaction: two transactions that need the same new key must not wait for one another.
 */
export async function personKey(personId: string): Promise<Buffer | null> {
  return (await personKeys([personId])).get(personId) ?? null;
}

/** As `personKey`, for several people: those whose key is destroyed are left out. At most three queries. */
export async function personKeys(personIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const keys = new Map<string, Buffer>();
  const unknown: string[] = [];
  for (const id of new Set(personIds)) {
    const cached = known(rowId(id));
    if (cached) keys.set(id, cached);
    else unknown.push(id);
  }
  if (unknown.length === 0) return keys;
  for (const row of await storedOrNew(unknown)) {
    const key = opened(row);
    if (!key) continue;
    remember(rowId(personOf(row)), key);
    keys.set(personOf(row), key);
  }
  return keys;
}

/**
 * As `personKey`, with the same work for everyone, whether an account exists or not: one query, and no key is created. Falls
 * back to the tenant's key.
 */
export async function keyForRefusal(personId: string): Promise<Buffer | null> {
  const [row] = await storedKeys([personId]);
  return row ? opened(row) : personKey(tenantId());
}

/** The keys of these people that can still be read, as they are stored now: one query. */
export async function readableKeys(personIds: Iterable<string>): Promise<Map<string, Buffer>> {
  const ids = [...new Set(personIds)];
  if (ids.length === 0) return new Map();
  const rows = await pickRows(PersonKeyModel.find({ _id: { $in: ids.flatMap(rowIds) } }), 'sealedKey');
  return new Map(
    rows.flatMap((row) => {
      const key = opened(row);
      return key ? [[personOf(row), key] as const] : [];
    }),
  );
}

/** Destroys the keys of these people: what is encrypted with them can never be read again. Safe to repeat. */
export async function destroyKeys(personIds: readonly string[]): Promise<void> {
  for (const personId of personIds) {
    for (const keys of [recent, earlier]) keys.delete(rowId(personId));
    const destroyed = { sealedKey: null, destroyedAt: now() };
    const found = { _id: { $in: rowIds(personId) }, destroyedAt: null };
    const written = await PersonKeyModel.updateOne(found, { $set: destroyed });
    if (written.matchedCount === 0) await markDestroyed(personId, destroyed);
  }
}

/** No key is made for the person later, either. */
async function markDestroyed(personId: string, destroyed: Pick<PersonKey, 'sealedKey' | 'destroyedAt'>): Promise<void> {
  try {
    await PersonKeyModel.create({ _id: rowId(personId), ...destroyed });
  } catch (error) {
    if (!isDuplicate(error)) throw error; // it is destroyed already
  }
}

type StoredKey = Pick<PersonKey, '_id' | 'sealedKey'>;

async function storedKeys(personIds: readonly string[]): Promise<StoredKey[]> {
  return findOutsideTransaction(PersonKeyModel, personIds.flatMap(rowIds));
}

async function storedOrNew(personIds: readonly string[]): Promise<StoredKey[]> {
  const stored = await storedKeys(personIds);
  const owners = new Set(stored.map(personOf));
  const without = personIds.filter((id) => !owners.has(id));
  if (without.length === 0) return stored;
  const made = without.map(newRow);
  try {
    await insertOutsideTransaction(PersonKeyModel, made);
    return [...stored, ...made];
  } catch (error) {
    if (!isDuplicate(error)) throw error; // another process was faster
    return storedKeys(personIds);
  }
}

function newRow(personId: string): PersonKey {
  const at = now();
  return {
    _id: rowId(personId),
    tenantId: tenantId(),
    sealedKey: encrypt(newKey().toString('base64url'), purposeOf(personId)),
    destroyedAt: null,
    revision: 0,
    createdAt: at,
    updatedAt: at,
  };
}

function opened(row: StoredKey): Buffer | null {
  return row.sealedKey ? Buffer.from(decrypt(row.sealedKey, purposeOf(personOf(row))), 'base64url') : null;
}

/** An account of the platform has a key in each organization that it acts for. */
const rowId = (personId: string): string => `${tenantId()}/${personId}`;
/** Older keys have the person's id alone. */
const rowIds = (personId: string): string[] => [rowId(personId), personId];
const personOf = ({ _id }: Pick<PersonKey, '_id'>): string => _id.slice(_id.indexOf('/') + 1);

/** What the key in the row with this id is encrypted for; call it in the scope of the row. */
export const personKeyPurpose = (id: string): string => purposeOf(personOf({ _id: id }));

const purposeOf = (personId: string): string => `person-key:${tenantId()}:${personId}`;
