import { duplicateKeys } from '../../db/bulk';
import { pickRow, pickRows } from '../../db/pick';
import { asSystem, runInContext, tenantId } from '../../kernel/context';
import { newId } from '../../kernel/ids';
import { AuditHeadModel, type AuditLog, AuditLogModel } from './audit-log.model';
import { AuditPositionModel } from './audit-position.model';

/** A log with entries that its receiver has not taken. */
interface WaitingLog {
  tenantId: string;
  /** The last entry that the receiver has taken, 0 for none. */
  sequence: number;
}

/** The logs, the platform's too, that end after what was delivered. */
export async function waitingLogs(): Promise<WaitingLog[]> {
  const { ends, delivered } = await everyTenant();
  return [...ends]
    .map(([id, end]) => ({ tenantId: id, end, sequence: delivered.get(id) ?? 0 }))
    .filter(({ end, sequence }) => sequence < end);
}

/** The last entries of all logs, and those that were delivered last, by the ids of their organizations. */
async function everyTenant(): Promise<{ ends: Map<string, number>; delivered: Map<string, number> }> {
  const [heads, positions] = await asSystem('how far the audit log of every tenant was delivered', () =>
    Promise.all([pickRows(AuditHeadModel.find(), 'sequence'), pickRows(AuditPositionModel.find(), 'sequence')]),
  );
  const byTenant = (rows: typeof heads) => new Map(rows.map(({ _id, sequence }) => [_id, sequence]));
  return { ends: byTenant(heads), delivered: byTenant(positions) };
}

/** Logs whose next entries are looked at to tell how long they wait. */
const MAX_LOOKED_AT = 100;

/** When the oldest entry that no receiver has taken was written, among 100 logs at most; null when none waits. */
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

/** The last entry of the context's tenant that the receiver has taken, 0 for none. */
export async function deliveredThrough(): Promise<number> {
  return (await pickRow(AuditPositionModel.findOne(), 'sequence'))?.sequence ?? 0;
}

/** The entries of the context's tenant after that one, in their order, `limit` at most. */
export async function entriesAfter(sequence: number, limit: number): Promise<AuditLog[]> {
  return AuditLogModel.find({ sequence: { $gt: sequence } })
    .sort({ sequence: 1 })
    .limit(limit)
    .lean<AuditLog[]>();
}

/** Records that the receiver has taken the entries of the context's tenant up to that one. A later position stays. */
export async function recordDelivery(sequence: number): Promise<void> {
  const scope = tenantId();
  const moved = await AuditPositionModel.updateOne({ _id: scope, sequence: { $lt: sequence } }, { $set: { sequence } });
  if (moved.matchedCount > 0) return;
  try {
    await AuditPositionModel.create({ _id: scope, sequence });
  } catch (error) {
    if (duplicateKeys(error).length === 0) throw error; // another worker was faster
  }
}

/**
 * Takes positions back that are after the end of their log, as after a restore: the entries that follow have numbers that
 * were sent before, and must be sent.
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
