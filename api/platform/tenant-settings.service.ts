import { foldForSearch } from '../../shared/db/search';
import { tenantId } from '../../shared/kernel/context';
import { assertValid, invalid, notFound } from '../../shared/kernel/errors';
import { TenantModel } from '../../shared/platform/tenant.model';
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
  for (const [path, value] of Object.entries(changes)) if (value !== undefined) row.set(path, value);
  const { lowBelow, highFrom } = row.settings.nineBox;
  if (lowBelow >= highFrom)
    throw invalid({ field: 'nineBox.highFrom', message: 'must be greater than nineBox.lowBelow' });
  row.searchText = foldForSearch(row.name, row.slug);
  await row.save();
  forgetSessions();
}
