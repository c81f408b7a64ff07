import { foldForSearch } from '../../shared/db/search';
import { inTransaction } from '../../shared/db/transaction';
import { carry } from '../../shared/jobs/enqueue';
import { inTenant } from '../../shared/kernel/context';
import { normalizeEmail } from '../../shared/kernel/email';
import { enumerationFilter } from '../../shared/kernel/enumeration';
import { assertValid, notFound } from '../../shared/kernel/errors';
import { newId } from '../../shared/kernel/ids';
import { Role } from '../../shared/kernel/permissions';
import { createAccount, recordNewAccount, withUser } from '../../shared/platform/account.store';
import { type AuditChange, auditChanges } from '../../shared/platform/audit-chain';
import { AuditEntity } from '../../shared/platform/audit-events';
import { recordAudit } from '../../shared/platform/audit.store';
import { passwordErrors, SHORTEST_PASSWORD } from '../../shared/platform/password.rules';
import { hashPassword } from '../../shared/platform/passwords';
import { orderTemporaryPassword } from '../../shared/platform/temporary-password.store';
import { type Tenant, TenantModel } from '../../shared/platform/tenant.model';
import { regionErrors, slugErrors } from '../../shared/platform/tenant.rules';
import { TenantStatus } from '../../shared/platform/tenant-status';
import { forgetApiKeys } from '../http/api-key-authentication';
import { assertMatches } from '../http/resource';
import { forgetSessions } from '../http/session-state';
import { holdPlan } from './plans.service';
import type { CreateTenant, FirstAdmin, UpdateTenant } from './tenants.dto';

/**
 * Creates an organization with its first TenantAdmin, both or none, and returns its id; an admin without a password is
 * mailed a temporary one. Throws VALIDATION, CONFLICT.
 */
export async function createTenant(input: CreateTenant): Promise<string> {
  const { admin, locale, timezone, planId } = input;
  assertValid([...slugErrors(input.slug), ...regionErrors({ locale, timezone }), ...adminErrors(admin)]);
  // Keys and refresh tokens name their tenant in binary, which knows no upper case.
  const id = input.id?.toLowerCase() ?? newId();
  const passwordHash = admin.password === undefined ? null : await hashPassword(admin.password);
  const { email, fullName } = admin;
  const roles = withUser([Role.TenantAdmin]);
  const { row, userId, job } = await inTransaction(async () => {
    if (planId) await holdPlan(planId);
    const created = await TenantModel.create({
      _id: id,
      name: input.name.trim(),
      slug: input.slug,
      planId: planId ?? null,
      onboardingCompleted: !input.requireOnboarding,
      ...(locale === undefined ? {} : { locale }),
      ...(timezone === undefined ? {} : { timezone }),
    });
    const account = await inTenant(id, async () => {
      const adminId = await createAccount({ email, fullName, roles, passwordHash });
      return { userId: adminId, job: passwordHash === null ? await orderTemporaryPassword(adminId, 'invite') : null };
    });
    return { row: created.toObject(), ...account };
  });
  await inTenant(id, async () => {
    if (job) await carry(job);
    await recordTenant('tenant.created', id, auditChanges<Partial<Tenant>>({}, row, AUDITED));
    await recordNewAccount(userId, {
      email: normalizeEmail(email),
      fullName: fullName.trim(),
      roles,
      employeeId: null,
    });
  });
  return id;
}

/** Changes an organization: absent fields stay; throws NOT_FOUND, VALIDATION, PRECONDITION_FAILED, CONFLICT. */
export async function updateTenant(id: string, input: UpdateTenant, ifMatch?: string): Promise<void> {
  const { name, slug, planId } = input;
  const { before, after } = await inTransaction(async () => {
    const row = await TenantModel.findById(id);
    if (!row) throw notFound();
    const stored: Tenant = row.toObject();
    assertMatches(ifMatch, row.revision);
    assertValid([...(slug === undefined || slug === row.slug ? [] : slugErrors(slug)), ...regionErrors(input)]);
    if (planId && planId !== row.planId) await holdPlan(planId);
    row.set({ ...input, ...(name === undefined ? {} : { name: name.trim() }) });
    row.searchText = foldForSearch(row.name, row.slug);
    await row.save();
    const changed: Tenant = row.toObject();
    return { before: stored, after: changed };
  });
  forgetTenants();
  const changes = auditChanges(before, after, AUDITED);
  if (changes.length > 0) await inTenant(id, async () => recordTenant('tenant.updated', id, changes));
}

/** Puts an organization in a state (spec 3.2), by name or number; any may follow any. Throws NOT_FOUND, VALIDATION. */
export async function changeTenantStatus(id: string, status: string): Promise<void> {
  const wanted = enumerationFilter(TenantStatus, status, 'status');
  const row = await TenantModel.findById(id);
  if (!row) throw notFound();
  if (!wanted || row.status === wanted) return;
  const before = row.status;
  row.status = wanted;
  await row.save();
  forgetTenants();
  const changes = [{ field: 'status', before, after: wanted }];
  await inTenant(id, async () => recordTenant('tenant.status-changed', id, changes));
}

const AUDITED = ['name', 'slug', 'planId', 'locale', 'timezone', 'onboardingCompleted'] as const;

/** Records an event in the organization's own log, which its TenantAdmin reads; the context is the organization's. */
async function recordTenant(
  event: 'tenant.created' | 'tenant.updated' | 'tenant.status-changed',
  id: string,
  changes: readonly AuditChange[],
): Promise<void> {
  await recordAudit(event, { entityType: AuditEntity.Tenant, entityId: id, changes });
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
