import { WRITABLE_CYCLES } from '../../shared/evaluation/cycles/cycle-status';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { asSystem, runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';
import { admitsSignIn } from '../../shared/platform/tenant-status';
import { type Tenant, TenantModel } from '../../shared/platform/tenant.model';

/**
 * Runs `visit` in the context of each chosen cycle that takes answers, with the organization's time zone; not in suspended ones.
 * `choose` reads without a tenant.
 */
export async function inWritableCycles(
  choose: (cycles: readonly Cycle[]) => readonly Cycle[] | Promise<readonly Cycle[]>,
  visit: (cycle: Cycle, timezone: string) => Promise<void>,
): Promise<void> {
  const { cycles, timezones } = await asSystem('cycles of every tenant send their emails', () => readCycles(choose));
  for (const cycle of cycles) {
    const timezone = timezones.get(cycle.tenantId);
    if (timezone === undefined) continue;
    await runInContext({ requestId: newId(), tenantId: cycle.tenantId, actor: null }, () => visit(cycle, timezone));
  }
}

async function readCycles(
  choose: (cycles: readonly Cycle[]) => readonly Cycle[] | Promise<readonly Cycle[]>,
): Promise<{ cycles: readonly Cycle[]; timezones: ReadonlyMap<string, string> }> {
  const found = await CycleModel.find({ status: { $in: WRITABLE_CYCLES } }).lean<Cycle[]>();
  const cycles = await choose(found);
  if (cycles.length === 0) return { cycles, timezones: new Map() };
  const tenants = await TenantModel.find({ _id: { $in: cycles.map(({ tenantId }) => tenantId) } })
    .select('status timezone')
    .lean<Pick<Tenant, '_id' | 'status' | 'timezone'>[]>();
  const active = tenants.filter(({ status }) => admitsSignIn(status));
  return { cycles, timezones: new Map(active.map(({ _id, timezone }) => [_id, timezone])) };
}
