import { pickRows } from '../../shared/db/pick';
import { CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';
import { logger } from '../../shared/kernel/logger';
import { TenantModel } from '../../shared/platform/tenant.model';
import { checkFigures } from './figure-check.store';

/**
 * Recounts the stored figures of every cycle, repairs those that differ and logs it (docs/adr/0026). The first run counts
 * rows from before figures were stored. Returns the number of repaired subjects and departments.
 */
export async function checkStoredFigures(): Promise<number> {
  let repaired = 0;
  for (const { _id } of await pickRows(TenantModel.find(), '_id'))
    repaired += await runInContext({ requestId: newId(), tenantId: _id, actor: null }, checkTenant);
  return repaired;
}

async function checkTenant(): Promise<number> {
  let repaired = 0;
  for (const { _id } of await pickRows(CycleModel.find(), '_id')) {
    const repairs = await checkFigures(_id);
    const { subjects, names, departments } = repairs;
    if (subjects + names + departments === 0) continue;
    logger.warn('stored figures were repaired', { cycleId: _id, ...repairs });
    repaired += subjects + names + departments;
  }
  return repaired;
}
