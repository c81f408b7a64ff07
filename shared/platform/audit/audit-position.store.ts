import { duplicateKeys } from '../../db/bulk';
import { pickRow, pickRows } from '../../db/pick';
import { asSystem, runInContext, tenantId } from '../../kernel/context';
import { newId } from '../../kernel/ids';
import { AuditHeadModel, type AuditLog, AuditLogModel } from './audit-log.model';
import { AuditPositionModel } from './audit-position.model';

interface WaitingLog {
  tenantId: string;
  /** The last delivered entry, 0 for none. */
  sequence: number;
}

/** Returns the logs with entries that are not delivered, including the platform's. */
export async function waitingLogs(): Promise<WaitingLog[]> {
  const { ends, delivered } = await everyTenant();
  return [...ends]
    .map(([id, end]) => ({ tenantId: id, end, sequence: delivered.get(id) ?? 0 }))
    .filter(({ end, sequence }) => sequence < end);
}

/** Reads the last entry and the last delivered entry of every log, by tenant. */
async function everyTenant(): Promise<{ ends: Map<string, number>; delivered: Map<string, number> }> {
  const [heads, positions] = await asSystem('how far the audit log of every tenant was delivered', () =>
    Promise.all([pickRows(AuditHeadModel.find(), 'sequence'), pickRows(AuditPositionModel.find(), 'sequence')]),
  );
  const byTenant = (rows: typeof heads) => new Map(rows.map(({ _id, sequence }) => [_id, sequence]));
  return { ends: byTenant(heads), delivered: byTenant(positions) };
}

/** Most logs in which the oldest undelivered entry is searched. */
const MAX_LOOKED_AT = 100;

/** Returns when the oldest undelivered entry was written, among at most 100 logs; null without one. */
export async function oldestWaitingEntry(): Promise<Date | null> {
  const next = (await waitingLogs()).slice(0, MAX_LOOKED_AT);
  if (next.length === 0) return null;
  const rows = await asSystem('the next audit entry of every tenant', () =>
    pickRows(
      AuditLogModel.find({ $or: next.map((log) => ({ tenantId: log.tenantId, sequence: log.sequence + 1 })) }),
      'occurredAt',
    ),
  );
  return rows.reduce<Date | null>(
    (oldest, { occurredAt }) => (oldest && oldest < occurredAt ? oldest : occurredAt),
    null,
  );
}

/** Returns the last delivered entry of the context's tenant, 0 for none. */
export async function deliveredThrough(): Promise<number> {
  return (await pickRow(AuditPositionModel.findOne(), 'sequence'))?.sequence ?? 0;
}

/** Returns the last entry of the log of each of these tenants that has one. */
export async function logEnds(tenants: readonly string[]): Promise<Map<string, number>> {
  const heads = await asSystem('the end of the audit log of several tenants', () =>
    pickRows(AuditHeadModel.find({ _id: { $in: tenants } }), 'sequence'),
  );
  return new Map(heads.map(({ _id, sequence }) => [_id, sequence]));
}

/** Returns the last entry of the log of the context's tenant, 0 for none. */
export async function lastEntry(): Promise<number> {
  return (await pickRow(AuditHeadModel.findOne(), 'sequence'))?.sequence ?? 0;
}

/** Returns at most `limit` entries of the context's tenant after `sequence`, in order. */
export async function entriesAfter(sequence: number, limit: number): Promise<AuditLog[]> {
  return AuditLogModel.find({ sequence: { $gt: sequence } })
    .sort({ sequence: 1 })
    .limit(limit)
    .lean<AuditLog[]>();
}

/** Records that the entries of the context's tenant up to `sequence` are delivered; never decreases the position. */
export async function recordDelivery(sequence: number): Promise<void> {
  const scope = tenantId();
  const moved = await AuditPositionModel.updateOne({ _id: scope, sequence: { $lt: sequence } }, { $set: { sequence } });
  if (moved.matchedCount > 0) return;
  try {
    await AuditPositionModel.create({ _id: scope, sequence });
  } catch (error) {
    if (duplicateKeys(error).length === 0) throw error; // another worker has created it
  }
}

/**
 * Decreases positions that are after the end of their log, as after a restore: later entries reuse numbers that were
 * already sent, and must be sent.
 */
export async function takeBackPositions(): Promise<void> {
  const { ends, delivered } = await everyTenant();
  for (const [id, sequence] of delivered) {
    const end = ends.get(id) ?? 0;
    if (sequence > end)
      await runInContext({ requestId: newId(), tenantId: id, actor: null }, async () =>
        AuditPositionModel.updateOne({ _id: id }, { $set: { sequence: end } }),
      );
  }
}
