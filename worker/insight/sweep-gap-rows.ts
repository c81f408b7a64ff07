import { pickRows } from '../../shared/db/pick';
import { GapModel } from '../../shared/insight/gaps/gap.model';
import { OutdatedGapRunModel } from '../../shared/insight/gaps/outdated-gap-run.model';
import { HOUR_MS, inMs } from '../../shared/kernel/clock';
import { asSystem, runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';

const AT_ONCE = 200;

/**
 * Deletes the rows of gap runs that were replaced, or started and never shown, more than an hour ago, when no reader
 * uses them any more (docs/adr/0006). Returns the number of deleted rows.
 */
export async function sweepGapRows(): Promise<number> {
  const unseen = await asSystem('gap runs of every tenant that are not visible', async () =>
    pickRows(
      OutdatedGapRunModel.find({ createdAt: { $lt: inMs(-HOUR_MS) } })
        .sort({ createdAt: 1 })
        .limit(AT_ONCE),
      'tenantId',
    ),
  );
  let removed = 0;
  for (const { _id, tenantId } of unseen)
    removed += await runInContext({ requestId: newId(), tenantId, actor: null }, () => removeUnseen(_id));
  return removed;
}

/** The end of the run writes the same row, so that concurrent transactions conflict. */
async function removeUnseen(runId: string): Promise<number> {
  const marked = await OutdatedGapRunModel.updateOne({ _id: runId }, { $set: { isRemoved: true } });
  if (marked.matchedCount === 0) return 0;
  const { deletedCount } = await GapModel.deleteMany({ runId });
  await OutdatedGapRunModel.deleteOne({ _id: runId });
  return deletedCount;
}
