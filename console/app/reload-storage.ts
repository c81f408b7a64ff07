const PREFIX = 'reload ';

/** Stores a value of a page for a reload of this tab. What the browser has no place for is forgotten by the reload. */
export function storeForReload(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    sessionStorage.removeItem(PREFIX + key);
  }
}

/** What `storeForReload` stored under the key; its type is the one that was stored. */
export function storedForReload(key: string): unknown {
  return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null');
}

/** Forgets all of it, since another user may sign in. */
export function forgetForReload(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
