import { type ComponentType, createElement, type ReactNode, use, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { notify } from './notices';

/** Waits between attempts to load a file, in milliseconds: a line that drops for some seconds is not noticed. */
const WAITS_MS = [300, 1_000, 2_000, 4_000];

/**
 * A part of a page whose code is loaded when it is first shown. Unlike React's `lazy` a failure is not kept: the code is asked for
 * again for some seconds, and then each time the part is shown. What cannot be loaded says so in a notice, and leaves the page and
 * what is typed on it as they are.
 */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  let loaded: Promise<ComponentType<P>> | null = null;
  const forget = (): void => {
    loaded = null;
  };
  const Missing = (): ReactNode => createElement(MissingPart, { onGone: forget });
  const loadOnce = async (): Promise<ComponentType<P>> => {
    try {
      return (await patiently(load)).default;
    } catch {
      return Missing;
    }
  };
  return (props) => createElement(use((loaded ??= loadOnce())), props);
}

async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (const wait of WAITS_MS)
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  return load();
}

/** Says that a part is missing; once it is gone the part is asked for again. */
function MissingPart({ onGone }: { onGone: () => void }): ReactNode {
  const t = useTranslations('errors');
  useEffect(() => {
    notify({ kind: 'failed', text: t('connection') });
    return onGone;
  }, [t, onGone]);
  return null;
}
