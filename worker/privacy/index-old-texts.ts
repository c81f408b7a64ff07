import { pickRows } from '../../shared/db/pick';
import { runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';
import { TenantModel } from '../../shared/platform/tenant.model';
import { indexOldTexts } from '../../shared/privacy/text-index.store';

/** Indexes texts of every organization that were written before there was an index (docs/adr/0033). */
export async function indexTextsOfAll(): Promise<void> {
  for (const { _id } of await pickRows(TenantModel.find(), '_id'))
    await runInContext({ requestId: newId(), tenantId: _id, actor: null }, indexOldTexts);
}
