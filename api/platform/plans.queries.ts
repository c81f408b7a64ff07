import { listRows } from '../../shared/db/list';
import { searchFilter } from '../../shared/db/search';
import { now } from '../../shared/kernel/clock';
import { inTenant } from '../../shared/kernel/context';
import { notFound } from '../../shared/kernel/errors';
import { readUsage } from '../../shared/platform/plan-usage.store';
import { type Plan, PlanModel } from '../../shared/platform/plan.model';
import { type Tenant, TenantModel } from '../../shared/platform/tenant.model';
import type { PageRequest } from '../http/pagination';
import { planYear } from './plan-year.rules';
import { type PlanUsageView, type PlanView, toPlanView } from './plans.dto';

/** One page of plans by name. */
export async function listPlans(
  search: string | undefined,
  page: PageRequest,
): Promise<{ items: PlanView[]; totalCount: number }> {
  const { rows, totalCount } = await listRows(PlanModel, searchFilter(search), { searchText: 1 }, page);
  return { items: rows.map(toPlanView), totalCount };
}

/** Throws NOT_FOUND. */
export async function getPlan(id: string): Promise<PlanView> {
  const row = await PlanModel.findById(id).lean<Plan>();
  if (!row) throw notFound();
  return toPlanView(row);
}

/** Returns a tenant's current usage of its plan; throws NOT_FOUND. */
export async function getPlanUsage(tenantId: string): Promise<PlanUsageView> {
  const tenant = await TenantModel.findById(tenantId).lean<Tenant>();
  if (!tenant) throw notFound();
  const plan = tenant.planId ? await PlanModel.findById(tenant.planId).lean<Plan>() : null;
  const year = planYear(now());
  const used = await inTenant(tenant._id, () => readUsage(year));
  return {
    tenantId: tenant._id,
    planId: plan?._id ?? null,
    plan: plan?.name ?? null,
    employees: { current: used.employees, max: plan?.maxEmployees ?? null },
    cycles: { current: used.cycles, max: plan?.maxCyclesPerYear ?? null, year },
  };
}
