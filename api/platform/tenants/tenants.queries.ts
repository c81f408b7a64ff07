import { listRows } from '../../../shared/db/list';
import { namesById } from '../../../shared/db/references';
import { searchFilter } from '../../../shared/db/search';
import { enumerationFilter } from '../../../shared/kernel/enumeration';
import { notFound } from '../../../shared/kernel/errors';
import { PlanModel } from '../../../shared/platform/plan.model';
import { TenantStatus } from '../../../shared/platform/tenant-status';
import { type Tenant, TenantModel } from '../../../shared/platform/tenant.model';
import type { PageRequest } from '../../http/pagination';
import { type TenantView, toTenantView } from './tenants.dto';

/** One page of organizations by name; throws VALIDATION for an unknown status. */
export async function listTenants(
  filter: { search?: string; status?: string; planId?: string },
  page: PageRequest,
): Promise<{ items: TenantView[]; totalCount: number }> {
  const status = enumerationFilter(TenantStatus, filter.status, 'status');
  const { rows, totalCount } = await listRows(
    TenantModel,
    {
      ...searchFilter(filter.search),
      ...(status ? { status } : {}),
      ...(filter.planId === undefined ? {} : { planId: filter.planId }),
    },
    { searchText: 1 },
    page,
  );
  return { items: await toViews(rows), totalCount };
}

/** Throws NOT_FOUND. */
export async function getTenant(id: string): Promise<TenantView> {
  const row = await TenantModel.findById(id).lean<Tenant>();
  const [view] = row ? await toViews([row]) : [];
  if (!view) throw notFound();
  return view;
}

async function toViews(rows: readonly Tenant[]): Promise<TenantView[]> {
  const plan = await namesById(
    PlanModel,
    rows.map((row) => row.planId),
    'name',
  );
  return rows.map((row) => toTenantView(row, plan(row.planId)));
}
