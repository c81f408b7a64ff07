import { foldForSearch } from '../../shared/db/search';
import { inTransaction } from '../../shared/db/transaction';
import { inTenant } from '../../shared/kernel/context';
import { enumerationFilter } from '../../shared/kernel/enumeration';
import { assertValid, notFound } from '../../shared/kernel/errors';
import { newId } from '../../shared/kernel/ids';
import { Role } from '../../shared/kernel/permissions';
import { createAccount } from '../../shared/platform/account.store';
import { passwordErrors, SHORTEST_PASSWORD } from '../../shared/platform/password.rules';
import { hashPassword } from '../../shared/platform/passwords';
import { TenantModel } from '../../shared/platform/tenant.model';
import { regionErrors, slugErrors } from '../../shared/platform/tenant.rules';
import { TenantStatus } from '../../shared/platform/tenant-status';
import { forgetApiKeys } from '../http/api-key-authentication';
import { assertMatches } from '../http/resource';
import { forgetSessions } from '../http/session-state';
import { holdPlan } from './plans.service';
import type { CreateTenant, FirstAdmin, UpdateTenant } from './tenants.dto';

/** Creates an organization with its first TenantAdmin, both or none, and returns its id; throws VALIDATION, CONFLICT. */
export async function createTenant(input: CreateTenant): Promise<string> {
  const { admin, locale, timezone, planId } = input;
  assertValid([...slugErrors(input.slug), ...regionErrors({ locale, timezone }), ...adminErrors(admin)]);
  // Keys and refresh tokens name their tenant in binary, which knows no upper case.
  const id = input.id?.toLowerCase() ?? newId();
  const passwordHash = admin.password === undefined ? null : await hashPassword(admin.password);
  await inTransaction(async () => {
    if (planId) await holdPlan(planId);
    await TenantModel.create({
      _id: id,
      name: input.name.trim(),
      slug: input.slug,
      planId: planId ?? null,
      onboardingCompleted: !input.requireOnboarding,
      ...(locale === undefined ? {} : { locale }),
      ...(timezone === undefined ? {} : { timezone }),
    });
    const { email, fullName } = admin;
    await inTenant(id, () => createAccount({ email, fullName, roles: [Role.TenantAdmin], passwordHash }));
  });
  return id;
}

/** Changes an organization: absent fields stay; throws NOT_FOUND, VALIDATION, PRECONDITION_FAILED, CONFLICT. */
export async function updateTenant(id: string, input: UpdateTenant, ifMatch?: string): Promise<void> {
  const { name, slug, planId } = input;
  await inTransaction(async () => {
    const row = await TenantModel.findById(id);
    if (!row) throw notFound();
    assertMatches(ifMatch, row.revision);
    assertValid([...(slug === undefined || slug === row.slug ? [] : slugErrors(slug)), ...regionErrors(input)]);
    if (planId && planId !== row.planId) await holdPlan(planId);
    row.set({ ...input, ...(name === undefined ? {} : { name: name.trim() }) });
    row.searchText = foldForSearch(row.name, row.slug);
    await row.save();
  });
  forgetTenants();
}

/** Puts an organization in a state (spec 3.2), by name or number; any may follow any. Throws NOT_FOUND, VALIDATION. */
export async function changeTenantStatus(id: string, status: string): Promise<void> {
  const wanted = enumerationFilter(TenantStatus, status, 'status');
  const row = await TenantModel.findById(id);
  if (!row) throw notFound();
  if (!wanted || row.status === wanted) return;
  row.status = wanted;
  await row.save();
  forgetTenants();
}

/** Tokens and keys of this process see the change at once; other processes within a second. */
function forgetTenants(): void {
  forgetSessions();
  forgetApiKeys();
}

function adminErrors({ email, password }: FirstAdmin): ReturnType<typeof passwordErrors> {
  if (password === undefined) return [];
  return passwordErrors(password, { minLength: SHORTEST_PASSWORD, email: email }, 'admin.password');
}
