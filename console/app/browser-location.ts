import { useSyncExternalStore } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { hasChanges, whenFreeToLeave } from './leave-guard';
import { createStore } from './store';

const { history, location } = globalThis;

/** The address that the pages show. The browser's own is another one for a moment, while back or forward is undone. */
const shown = createStore({ path: location.pathname, search: location.search });

/** The path of the address, and how to go elsewhere: the location hook of the routes. */
export function useBrowserPath(): [string, typeof navigate] {
  return [useSyncExternalStore(shown.subscribe, () => shown.get().path), navigate];
}

/** The query of the address. */
export function useBrowserSearch(): string {
  return useSyncExternalStore(shown.subscribe, () => shown.get().search);
}

/** Asks before the tab closes, and before back or forward leaves a changed form. To be called before the routes start. */
export function guardBrowser(): void {
  globalThis.addEventListener('beforeunload', (event) => {
    if (hasChanges()) event.preventDefault();
  });
  let position = positionOf(history.state) ?? 0;
  /** How far the user wanted to go from a changed form. */
  let steps = 0;
  const show = (at: number): void => {
    position = at;
    // Not by the method that the routes listen to.
    History.prototype.replaceState.call(history, { position }, '');
    shown.set({ path: location.pathname, search: location.search });
  };
  show(position);
  globalThis.addEventListener('pushState', () => show(position + 1));
  globalThis.addEventListener('replaceState', () => show(position));
  globalThis.addEventListener('popstate', () => {
    // A link within the page makes an entry without a position.
    const target = positionOf(history.state) ?? position + 1;
    if (steps !== 0 && target === position) {
      const delta = steps;
      steps = 0;
      whenFreeToLeave(() => history.go(delta));
    } else if (hasChanges() && isElsewhere()) {
      steps = target - position;
      history.go(-steps);
    } else show(target);
  });
}

/** The place of an entry in the history of the tab. */
function positionOf(state: unknown): number | null {
  const position = (state as { position?: unknown } | null)?.position;
  return typeof position === 'number' ? position : null;
}

function isElsewhere(): boolean {
  const { path, search } = shown.get();
  return location.pathname !== path || location.search !== search;
}
