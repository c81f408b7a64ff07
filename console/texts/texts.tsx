import { type ReactNode, use, useEffect } from 'react';
import { IntlProvider, useLocale, useMessages } from 'use-intl';
import { dateTag } from '../../shared/kernel/date-tag';
import type { Area } from '../app/route';
import { createStore, useStore } from '../app/store';
import { loadTexts, nearestLanguage } from './load-texts';

const KEY = 'language';

/** How texts, numbers and dates are written now: a tag such as `es-MX`, and the organization's time zone. */
interface Locale {
  tag: string;
  timeZone: string;
}

const locale = createStore<Locale>({
  tag: localStorage.getItem(KEY) ?? globalThis.navigator.language,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** Whether this browser has chosen a language before, at a sign-in or on the profile. */
export const hasChosenLanguage = (): boolean => localStorage.getItem(KEY) !== null;

/** Shows everything in another language and zone from now on; `remember` also at the next visit of this browser. */
export function speak(next: Partial<Locale>, remember: boolean): void {
  const { tag, timeZone } = { ...locale.get(), ...next };
  if (remember) localStorage.setItem(KEY, tag);
  if (tag !== locale.get().tag || timeZone !== locale.get().timeZone) locale.set({ tag, timeZone });
}

/** The texts that every page needs. */
export function Texts({ children }: { children: ReactNode }): ReactNode {
  const { tag, timeZone } = useStore(locale);
  const language = nearestLanguage(tag);
  const messages = use(loadTexts(language));
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  // The tag decides how numbers and dates look, as long as the texts speak the same language.
  const spoken = dateTag(tag.toLowerCase().startsWith(language) ? tag : language, timeZone);
  return (
    <IntlProvider locale={spoken} messages={messages} timeZone={timeZone}>
      {children}
    </IntlProvider>
  );
}

/** Adds the texts of an area, or those that all imports share, for the pages below. */
export function AreaTexts({ area, children }: { area: Area | 'imports'; children: ReactNode }): ReactNode {
  const { tag, timeZone } = useStore(locale);
  const spoken = useLocale();
  const everywhere = useMessages();
  const own = use(loadTexts(nearestLanguage(tag), area));
  return (
    <IntlProvider locale={spoken} messages={{ ...everywhere, ...own }} timeZone={timeZone}>
      {children}
    </IntlProvider>
  );
}
