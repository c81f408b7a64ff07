import { ApiError } from '../http/api-error';
import { answered, api } from '../http/client';
import { queryClient } from '../http/query-client';
import { readKey, type ReadResult, useRead } from '../http/use-read';
import { notify } from '../ui/notices';
import { createStore, useStore } from './store';

const PROFILE = '/api/my-profile';
const SAVE_MS = 1_000;

/** The stored preferences, by name. Other releases of the console may have written it: who reads a name checks what it finds. */
export type Preferences = Readonly<Record<string, unknown>>;

/** What this tab has changed and not stored yet. */
const unsaved = createStore<Preferences>({});
let timer: ReturnType<typeof setTimeout> | undefined;
let saving: Promise<void> = Promise.resolve();

/** The preferences of the account, with the changes of this tab; `changePreferences` changes it. */
export function usePreferences(): Preferences {
  // The session reads the account; the cached answer is enough here.
  const { data } = useRead(PROFILE, undefined, { enabled: false });
  const changes = useStore(unsaved);
  return { ...data?.preferences, ...changes };
}

/** Keeps values under their names (undefined removes one): shown at once, stored a moment later with what else changes. */
export function changePreferences(changes: Preferences): void {
  unsaved.set({ ...unsaved.get(), ...changes });
  clearTimeout(timer);
  timer = setTimeout(() => void savePreferences(), SAVE_MS);
}

/** Stores what was changed now; ends when it is stored, or could not be. */
export function savePreferences(): Promise<void> {
  clearTimeout(timer);
  saving = saving.then(save);
  return saving;
}

/** Forgets what was changed for an account that this tab no longer shows. */
export function dropPreferences(): void {
  clearTimeout(timer);
  unsaved.set({});
}

async function save(): Promise<void> {
  const sent = unsaved.get();
  const queryKey = readKey(PROFILE);
  const profile = queryClient.getQueryData<ReadResult<typeof PROFILE>>(queryKey);
  if (!profile || Object.keys(sent).length === 0) return;
  try {
    const body = { ...profile.preferences, ...sent };
    // The tab may close before the answer comes.
    const preferences = await answered(api.PUT('/api/my-profile/preferences', { body, keepalive: true }));
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<ReadResult<typeof PROFILE>>(queryKey, (shown) => shown && { ...shown, preferences });
    forget(sent);
  } catch (error) {
    // What the service refuses would be refused again; anything else is sent with the next change.
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 401) return;
    forget(sent);
    notify({ kind: 'failed', text: error.fieldErrors[0]?.message ?? error.message });
  }
}

/** What has changed since it was sent stays. */
function forget(sent: Preferences): void {
  const later = Object.entries(unsaved.get()).filter(([name, value]) => sent[name] !== value);
  unsaved.set(Object.fromEntries(later));
}

globalThis.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void savePreferences();
});
