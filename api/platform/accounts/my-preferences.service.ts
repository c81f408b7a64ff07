import { actor } from '../../../shared/kernel/context';
import { invalid } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { PreferencesModel } from '../../../shared/platform/accounts/preferences.model';
import { setOrCreate } from '../../db/set-or-create';
import { BriefCache } from '../../http/brief-cache';
import type { Preferences } from './my-profile.dto';

const MAX_KILOBYTES = 16;
/** More accounts than one process answers within the life of an entry. */
const MAX_CACHED = 1_000;

/** Contents by account: each page of the console reads them with the profile. */
const contents = new BriefCache<string>(MAX_CACHED);

/** Returns the caller's preferences, at most 0.9 s old where another process has changed them; an empty object when none are stored. */
export async function getMyPreferences(): Promise<Preferences> {
  const { userId } = actor();
  const content = await contents.get(userId, async () => {
    const row = await PreferencesModel.findById(userId).lean();
    return row?.content ?? '{}';
  });
  return JSON.parse(content) as Preferences;
}

/** Replaces the caller's preferences; throws VALIDATION for more than 16 kB of JSON. */
export async function replaceMyPreferences(preferences: Preferences): Promise<void> {
  const content = JSON.stringify(preferences);
  if (Buffer.byteLength(content) > MAX_KILOBYTES * 1_024)
    throw invalid({ field: 'body', ...refusal('TOO_MANY_KILOBYTES', { max: MAX_KILOBYTES }) });
  await setOrCreate(PreferencesModel, { _id: actor().userId }, { content });
  contents.clear();
}
