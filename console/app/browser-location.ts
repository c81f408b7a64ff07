import { useSyncExternalStore } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { hasChanges, whenFreeToLeave } from './leave-guard';
import { createStore } from './store';
import { rememberLeft } from './visits';

const { history, location } = globalThis;

/** The address that the pages show. The browser's own is another one for a moment, while back or forward is undone. */
const shown = createStore({ path: location.pathname, search: location.search });

/** The addresses of the tab's history since the page was loaded, by their positions. */
const visited = new Map<number, string>();

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
    const before = shown.get();
    if (before.path !== location.pathname) rememberLeft(before.path, before.search);
    shown.set({ path: location.pathname, search: location.search });
    visited.set(position, location.pathname + location.search);
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

/**
 * Steps back when the entry before is of the same address, as after a dialog was closed that its own address had opened: back then
 * leads elsewhere at once. Does nothing when the page goes on to another address in the same moment.
 */
export function forgetRepeated(): void {
  const position = positionOf(history.state);
  if (position === null) return;
  setTimeout(() => {
    const isHere = positionOf(history.state) === position;
    if (isHere && visited.get(position) === visited.get(position - 1)) history.back();
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
