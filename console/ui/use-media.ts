import { useMemo, useSyncExternalStore } from 'react';

/** Whether the window is as a media query says, also after it was resized or turned. */
export function useMedia(query: string): boolean {
  const media = useMemo(() => globalThis.matchMedia(query), [query]);
  const subscribe = useMemo(
    () =>
      (onChange: () => void): (() => void) => {
        media.addEventListener('change', onChange);
        return () => media.removeEventListener('change', onChange);
      },
    [media],
  );
  return useSyncExternalStore(subscribe, () => media.matches);
}
