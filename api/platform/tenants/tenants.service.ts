import { inTransaction } from '../../../shared/db/transaction';
import { enqueueStored } from '../../../shared/jobs/enqueue';
import { inTenant } from '../../../shared/kernel/context';
import { normalizeEmail } from '../../../shared/kernel/email';
import { enumerationFilter } from '../../../shared/kernel/enumeration';
import { assertValid } from '../../../shared/kernel/errors';
import { newId } from '../../../shared/kernel/ids';
import { Role } from '../../../shared/kernel/permissions';
import { type AuditChange, auditChanges } from '../../../shared/platform/audit/audit-chain';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { hashPassword } from '../../../shared/platform/passwords/passwords';
import { orderTemporaryPassword } from '../../../shared/platform/passwords/temporary-password.store';
import { TenantStatus } from '../../../shared/platform/tenant-status';
import { type Tenant, TenantModel } from '../../../shared/platform/tenant.model';
import { assertRevision, type ExpectedRevision, rowToChange } from '../../db/expected-revision';
import { createAccount, recordNewAccount, withUser } from '../accounts/account.store';
import { validatePassword, MIN_PASSWORD_LENGTH } from '../passwords/password.rules';
import { holdPlan } from '../plans.service';
import { forgetApiKeys } from '../sign-in/api-key-authentication';
import { forgetSessions } from '../sign-in/session-state';
import { validateRegion, validateSlug } from './tenant.rules';
import type { CreateTenant, FirstAdmin, UpdateTenant } from './tenants.dto';

/**
 * Creates an organization with its first TenantAdmin in one transaction, and returns its id; an admin without a
 * password is emailed a temporary one. Throws VALIDATION, CONFLICT.
 */
export async function createTenant(input: CreateTenant): Promise<string> {
  const { admin, locale, timezone, planId } = input;
  const primaryColor = input.branding?.primaryColor ?? null;
  assertValid([...validateSlug(input.slug), ...validateRegion({ locale, timezone }), ...validateFirstAdmin(admin)]);
  // Keys and refresh tokens contain their tenant in binary, which has no upper case.
  const id = input.id?.toLowerCase() ?? newId();
  const passwordHash = admin.password === undefined ? null : await hashPassword(admin.password);
  const { email, fullName } = admin;
  const roles = withUser([Role.TenantAdmin]);
  const job = await inTransaction(async () => {
    if (planId) await holdPlan(planId);
    const created = await TenantModel.create({
      _id: id,
      name: input.name.trim(),
      slug: input.slug,
      planId: planId ?? null,
      onboardingCompleted: !input.requireOnboarding,
      ...(locale === undefined ? {} : { locale }),
      ...(timezone === undefined ? {} : { timezone }),
      settings: { primaryColor },
    });
    return inTenant(id, async () => {
      const userId = await createAccount({ email, fullName, roles, passwordHash });
      await recordTenant('tenant.created', id, auditChanges<Partial<Tenant>>({}, created.toObject(), AUDITED));
      await recordNewAccount(userId, {
        email: normalizeEmail(email),
        fullName: fullName.trim(),
        roles,
        employeeId: null,
      });
      return passwordHash === null ? orderTemporaryPassword(userId, 'invite') : null;
    });
  });
  if (job) await inTenant(id, () => enqueueStored(job));
  return id;
}

/** Updates an organization: omitted fields keep their values; throws NOT_FOUND, VALIDATION, PRECONDITION_FAILED, CONFLICT. */
export async function updateTenant(id: string, input: UpdateTenant, expected?: ExpectedRevision): Promise<void> {
  const { name, slug, planId } = input;
  await inTransaction(async () => {
    const row = await rowToChange(TenantModel, id);
    const stored: Tenant = row.toObject();
    assertRevision(row.revision, expected);
    assertValid([...(slug === undefined || slug === row.slug ? [] : validateSlug(slug)), ...validateRegion(input)]);
    if (planId && planId !== row.planId) await holdPlan(planId);
    row.set({ ...input, ...(name === undefined ? {} : { name: name.trim() }) });
    await row.save();
    const changes = auditChanges(stored, row.toObject<Tenant>(), AUDITED);
    if (changes.length > 0) await inTenant(id, async () => recordTenant('tenant.updated', id, changes));
  });
  forgetTenants();
}

/**
 * Changes the status of an organization, given by name or number, from any status to any other. Throws NOT_FOUND, VALIDATION.
 */
export async function changeTenantStatus(id: string, status: string): Promise<void> {
  const statusFilter = enumerationFilter(TenantStatus, status, 'status');
  await inTransaction(async () => {
    const row = await rowToChange(TenantModel, id);
    if (!statusFilter || row.status === statusFilter) return;
    const changes = [{ field: 'status', before: row.status, after: statusFilter }];
    row.status = statusFilter;
    await row.save();
    await inTenant(id, async () => recordTenant('tenant.status-changed', id, changes));
  });
  forgetTenants();
}

const AUDITED = ['name', 'slug', 'planId', 'locale', 'timezone', 'onboardingCompleted'] as const;

/** Records an event in the organization's own log, in its context. */
async function recordTenant(
  event: 'tenant.created' | 'tenant.updated' | 'tenant.status-changed',
  id: string,
  changes: readonly AuditChange[],
): Promise<void> {
  await recordAudit(event, { entityType: AuditEntity.Tenant, entityId: id, changes });
}

/** Applies the change to tokens and keys of this process at once; other processes follow within a second. */
function forgetTenants(): void {
  forgetSessions();
  forgetApiKeys();
}

function validateFirstAdmin({ email, password }: FirstAdmin): ReturnType<typeof validatePassword> {
  if (password === undefined) return [];
  return validatePassword(password, { minLength: MIN_PASSWORD_LENGTH, email: email }, 'admin.password');
}
