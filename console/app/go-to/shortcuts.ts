import { useEffect } from 'react';
import { usePreferences } from '../preferences';
import { createStore, type Store } from '../store';

/** What a shortcut has opened over the page. */
export const openPanel: Store<'goTo' | 'shortcuts' | null> = createStore<'goTo' | 'shortcuts' | null>(null);

const MODIFIER = /mac|iphone|ipad/i.test(globalThis.navigator.userAgent) ? '⌘' : 'Ctrl';

/** The keys of “Go to…”, as they are written on them. */
export const GO_TO_KEYS = `${MODIFIER} K`;

/** The name of the preference that turns shortcuts of a single key off (WCAG 2.1.4). */
export const SINGLE_KEYS = 'singleKeyShortcuts';

/** Fields in which a key writes nothing. */
const PRESSED = new Set(['checkbox', 'radio', 'button', 'submit', 'file', 'range', 'color']);

/** Whether keys that are pressed there write or choose something. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !PRESSED.has(target.type);
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Whether shortcuts of a single key are on; they are unless the user turned them off. */
export function useSingleKeys(): boolean {
  return usePreferences()[SINGLE_KEYS] !== false;
}

/** Opens "Go to…" by Ctrl or ⌘ K, the shortcuts by `?`, and leads to the search of a list by `/`. */
export function useShortcuts(): void {
  const takesSingleKeys = useSingleKeys();
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') {
        event.preventDefault();
        openPanel.set('goTo');
        return;
      }
      if (!takesSingleKeys || ctrlKey || metaKey || altKey || isTyping(target)) return;
      // A dialog has no list behind it to search, and no shortcuts but its own.
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      if (key === '?') openPanel.set('shortcuts');
      else if (key === '/') {
        const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
        if (!search) return;
        event.preventDefault();
        search.focus();
        search.select();
      }
    };
    globalThis.addEventListener('keydown', press);
    return () => globalThis.removeEventListener('keydown', press);
  }, [takesSingleKeys]);
}
