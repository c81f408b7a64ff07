import type { HydratedDocument } from 'mongoose';
import { inTransaction } from '../../../shared/db/transaction';
import { now } from '../../../shared/kernel/clock';
import { tenantId } from '../../../shared/kernel/context';
import { assertValid, invalid, notFound } from '../../../shared/kernel/errors';
import { auditChanges } from '../../../shared/platform/audit/audit-chain';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { type Tenant, TenantModel } from '../../../shared/platform/tenant.model';
import { assertRevision, type ExpectedRevision } from '../../db/expected-revision';
import { forgetSessions } from '../sign-in/session-state';
import type { UpdateTenantSettings } from './tenant-settings.dto';
import { validateRegion } from './tenant.rules';

/**
 * Updates the settings of the caller's organization: omitted fields keep their values; throws VALIDATION,
 * PRECONDITION_FAILED, CONFLICT.
 */
export async function updateTenantSettings(input: UpdateTenantSettings, expected?: ExpectedRevision): Promise<void> {
  const row = await TenantModel.findById(tenantId());
  if (!row) throw notFound();
  assertRevision(row.revision, expected);
  assertValid(validateRegion(input));
  const { name, locale, timezone, branding, nineBox, minPasswordLength, anonymityMinimum, surveyThreshold, retention } =
    input;
  const changes: Record<string, unknown> = {
    name: name?.trim(),
    locale,
    timezone,
    'settings.primaryColor': branding?.primaryColor,
    'settings.minPasswordLength': minPasswordLength,
    'settings.anonymityMinimum': anonymityMinimum,
    'settings.surveyThreshold': surveyThreshold,
    'settings.nineBox.lowBelow': nineBox?.lowBelow,
    'settings.nineBox.highFrom': nineBox?.highFrom,
    'settings.retention.formerEmployeesMonths': retention?.formerEmployeesMonths,
    'settings.retention.closedCyclesMonths': retention?.closedCyclesMonths,
    'settings.retention.auditMonths': retention?.auditMonths,
  };
  const given = Object.keys(changes).filter((path) => changes[path] !== undefined);
  const before = valuesOf(row, given);
  for (const path of given) row.set(path, changes[path]);
  recordConfirmations(row, input);
  const { lowBelow, highFrom } = row.settings.nineBox;
  if (lowBelow >= highFrom)
    throw invalid({ field: 'nineBox.highFrom', message: 'must be greater than nineBox.lowBelow' });
  const changed = auditChanges(before, valuesOf(row, given), given);
  await inTransaction(async () => {
    await row.save();
    if (changed.length > 0)
      await recordAudit('settings.updated', {
        entityType: AuditEntity.Settings,
        entityId: row._id,
        changes: changed.map((change) => ({ ...change, field: change.field.replace(/^settings\./, '') })),
      });
  });
  forgetSessions();
}

const valuesOf = (row: HydratedDocument<Tenant>, paths: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(paths.map((path) => [path, row.get(path)]));

/** A sent value confirms an onboarding step, even if it is unchanged. */
function recordConfirmations(row: Tenant, input: UpdateTenantSettings): void {
  if (input.locale !== undefined && input.timezone !== undefined) row.onboarding.organizationAt ??= now();
  const { minPasswordLength, anonymityMinimum, surveyThreshold, nineBox } = input;
  if ([minPasswordLength, anonymityMinimum, surveyThreshold, nineBox].some((value) => value !== undefined))
    row.onboarding.policiesAt ??= now();
}
