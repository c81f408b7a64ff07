import { storeDrafts } from './leave-guard';

const RELOADED = 'reloaded';

/**
 * After a file of the console could not be loaded: when the service has another release than this tab, loads the page again, with what
 * was typed stored for it. Happens once; returns when the file is missing for another reason, such as a lost connection.
 */
export async function reloadForNewRelease(): Promise<void> {
  if (sessionStorage.getItem(RELOADED) !== null || !(await hasNewRelease())) return;
  sessionStorage.setItem(RELOADED, new Date().toISOString());
  storeDrafts();
  globalThis.location.reload();
  // What was asked for is answered by the page that is loaded now.
  await new Promise<never>(() => undefined);
}

/** Says that the files of this release can be loaded, so that the next release may load the page again. */
export function noteLoaded(): void {
  sessionStorage.removeItem(RELOADED);
}

/** Whether the page that the service sends now begins with another file than this one did. */
async function hasNewRelease(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"]')?.getAttribute('src');
  try {
    const response = await fetch('/', { headers: { Accept: 'text/html' }, cache: 'no-store' });
    return response.ok && !!entry && !(await response.text()).includes(entry);
  } catch {
    return false;
  }
}
