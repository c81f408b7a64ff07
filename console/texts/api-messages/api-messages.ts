import { use } from 'react';
import { useLocale } from 'use-intl';
import { nearestLanguage } from '../load-texts';
import { messageTranslator, type Translate } from './message-translator';

const asWritten: Translate = (message) => message;
const untranslated = Promise.resolve(asWritten);

const files = import.meta.glob<{ default: Record<string, string> }>('./*.json');
const loaded = new Map<string, Promise<Translate>>();

/** Says messages of the API, which writes English, in the language of a tag such as `es-MX`. The promise is kept. */
export function apiMessages(tag: string): Promise<Translate> {
  const path = `./${nearestLanguage(tag)}.json`;
  const file = files[path];
  if (!file) return untranslated;
  const pending = loaded.get(path);
  if (pending) return pending;
  const translate = file().then(
    ({ default: catalog }) => messageTranslator(catalog),
    () => {
      loaded.delete(path);
      return asWritten;
    },
  );
  loaded.set(path, translate);
  return translate;
}

/** The same for messages that stand in what the API answers: errors of jobs, reports of imports. */
export function useApiMessages(): Translate {
  return use(apiMessages(useLocale()));
}
