import { actor } from '../../../shared/kernel/context';
import { fieldError, invalid } from '../../../shared/kernel/errors';
import { sentence } from '../../../shared/kernel/refusals/sentence';
import { PreferencesModel } from '../../../shared/platform/accounts/preferences.model';
import { setOrCreate } from '../../db/set-or-create';
import type { Preferences } from './my-profile.dto';

const MAX_KILOBYTES = 16;

/** Returns the caller's preferences; an empty object when none are stored. */
export async function getMyPreferences(): Promise<Preferences> {
  const row = await PreferencesModel.findById(actor().userId).lean();
  return row ? (JSON.parse(row.content) as Preferences) : {};
}

/** Replaces the caller's preferences; throws VALIDATION for more than 16 kB of JSON. */
export async function replaceMyPreferences(preferences: Preferences): Promise<void> {
  const content = JSON.stringify(preferences);
  if (Buffer.byteLength(content) > MAX_KILOBYTES * 1_024)
    throw invalid(fieldError('body', sentence`must have at most ${MAX_KILOBYTES} kB`));
  await setOrCreate(PreferencesModel, { _id: actor().userId }, { content });
}
