import type { HydratedDocument } from 'mongoose';
import { inTransaction } from '../../../shared/db/transaction';
import { now } from '../../../shared/kernel/clock';
import { tenantId } from '../../../shared/kernel/context';
import { assertValid, invalid, notFound } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { auditChanges } from '../../../shared/platform/audit/audit-chain';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { GuestsAllowed } from '../../../shared/platform/guests-allowed';
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
  const { name, locale, timezone, branding, nineBox, minPasswordLength, anonymityMinimum, surveyThreshold } = input;
  const { retention, guests } = input;
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
    'settings.nineBox.estimates': nineBox?.estimates,
    'settings.retention.formerEmployeesMonths': retention?.formerEmployeesMonths,
    'settings.retention.closedCyclesMonths': retention?.closedCyclesMonths,
    'settings.retention.auditMonths': retention?.auditMonths,
    'settings.guests.allowed': guests?.allowed,
    'settings.guests.privacyUrl': guests?.privacyUrl,
  };
  const given = Object.keys(changes).filter((path) => changes[path] !== undefined);
  const before = valuesOf(row, given);
  for (const path of given) row.set(path, changes[path]);
  recordConfirmations(row, input);
  const { lowBelow, highFrom } = row.settings.nineBox;
  if (lowBelow >= highFrom)
    throw invalid({ field: 'nineBox.highFrom', ...refusal('MUST_BE_GREATER_THAN_NINE_BOX_LOW_BELOW') });
  assertPrivacyPage(row);
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

/** Guests are told whom the organization gives their answers to, so it needs a page that says so. */
function assertPrivacyPage({ settings: { guests } }: Pick<Tenant, 'settings'>): void {
  const allowed = guests?.allowed ?? GuestsAllowed.Off;
  if (allowed !== GuestsAllowed.Off && !guests?.privacyUrl)
    throw invalid({ field: 'guests.privacyUrl', ...refusal('REQUIRED') });
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
