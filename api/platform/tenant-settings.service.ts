import type { HydratedDocument } from 'mongoose';
import { foldForSearch } from '../../shared/db/search';
import { now } from '../../shared/kernel/clock';
import { tenantId } from '../../shared/kernel/context';
import { assertValid, invalid, notFound } from '../../shared/kernel/errors';
import { auditChanges } from '../../shared/platform/audit-chain';
import { AuditEntity } from '../../shared/platform/audit-events';
import { recordAudit } from '../../shared/platform/audit.store';
import { type Tenant, TenantModel } from '../../shared/platform/tenant.model';
import { regionErrors } from '../../shared/platform/tenant.rules';
import { assertMatches } from '../http/resource';
import { forgetSessions } from '../http/session-state';
import type { UpdateTenantSettings } from './tenant-settings.dto';

/** Changes the settings of the caller's organization: absent fields stay; throws VALIDATION, PRECONDITION_FAILED, CONFLICT. */
export async function updateTenantSettings(input: UpdateTenantSettings, ifMatch?: string): Promise<void> {
  const row = await TenantModel.findById(tenantId());
  if (!row) throw notFound();
  assertMatches(ifMatch, row.revision);
  assertValid(regionErrors(input));
  const { name, locale, timezone, branding, nineBox, minPasswordLength, anonymityMinimum, surveyThreshold } = input;
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
  };
  const given = Object.keys(changes).filter((path) => changes[path] !== undefined);
  const before = valuesOf(row, given);
  for (const path of given) row.set(path, changes[path]);
  noteConfirmations(row, input);
  const { lowBelow, highFrom } = row.settings.nineBox;
  if (lowBelow >= highFrom)
    throw invalid({ field: 'nineBox.highFrom', message: 'must be greater than nineBox.lowBelow' });
  row.searchText = foldForSearch(row.name, row.slug);
  await row.save();
  forgetSessions();
  const changed = auditChanges(before, valuesOf(row, given), given);
  if (changed.length > 0)
    await recordAudit('settings.updated', {
      entityType: AuditEntity.Settings,
      entityId: row._id,
      changes: changed.map((change) => ({ ...change, field: change.field.replace(/^settings\./, '') })),
    });
}

const valuesOf = (row: HydratedDocument<Tenant>, paths: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(paths.map((path) => [path, row.get(path)]));

/** What the onboarding asks for counts as confirmed when it is sent, also with the value that it had. */
function noteConfirmations(row: Tenant, input: UpdateTenantSettings): void {
  if (input.locale !== undefined && input.timezone !== undefined) row.onboarding.organizationAt ??= now();
  const { minPasswordLength, anonymityMinimum, surveyThreshold, nineBox } = input;
  if ([minPasswordLength, anonymityMinimum, surveyThreshold, nineBox].some((value) => value !== undefined))
    row.onboarding.policiesAt ??= now();
}
