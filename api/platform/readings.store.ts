import { LRUCache } from 'lru-cache';
import { HOUR_MS, now } from '../../shared/kernel/clock';
import { context, tenantId } from '../../shared/kernel/context';
import { derivedId } from '../../shared/kernel/ids';
import { logger } from '../../shared/kernel/logger';
import type { AuditEvent } from '../../shared/platform/audit/audit-events';
import { chainEntry } from '../../shared/platform/audit/audit-line';
import { encryptEntry } from '../../shared/platform/audit/audit-privacy.store';
import { type AuditEntry, statement } from '../../shared/platform/audit/audit.store';

const MAX_REMEMBERED = 20_000;
/** Readings that this process has recorded or is recording, so that the second one in an hour needs no query. */
const recorded = new LRUCache<string, Promise<void>>({ max: MAX_REMEMBERED });

/**
 * Adds one entry per hour for each actor and entity, and for each of `about`, to the audit log of the context's tenant.
 * The id of the entry is derived from these, so that only one of several processes adds it. If the log cannot take the
 * entry, the reading is answered anyway and the failure is logged.
 */
export async function recordReading(
  eventType: AuditEvent,
  entry: AuditEntry,
  ...about: readonly string[]
): Promise<void> {
  const { actor, apiKeyId } = context();
  const hour = Math.floor(now().getTime() / HOUR_MS);
  const reader = actor?.userId ?? apiKeyId ?? '';
  const key = [eventType, tenantId(), reader, entry.entityId ?? '', ...about, hour].join(':');
  const recording = recorded.get(key) ?? record(eventType, { ...entry, id: derivedId('reading', key) });
  recorded.set(key, recording);
  try {
    await recording;
  } catch (error) {
    recorded.delete(key);
    logger.error('a reading is not in the audit log', { error, category: 'security', eventType });
  }
}

async function record(eventType: AuditEvent, entry: AuditEntry): Promise<void> {
  await chainEntry(await encryptEntry(await statement(eventType, entry)), { hasDraft: false });
}
