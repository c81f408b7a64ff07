import { useQuery } from '@tanstack/react-query';
import { useLocale } from 'use-intl';
import { nearestLanguage } from '../load-texts';
import { type RefusalTexts, refusalTranslator, type SayRefusal } from './refusal-translator';

const asWritten: SayRefusal = (message) => message;

const files = import.meta.glob<{ default: RefusalTexts }>('./*.json');
const loaded = new Map<string, Promise<SayRefusal>>();

/** Says refusals of the API, which writes English, in the language of a tag such as `es-MX`. The promise is kept. */
export function refusalsIn(tag: string): Promise<SayRefusal> {
  const file = files[`./${nearestLanguage(tag)}.json`];
  if (!file) throw new Error(`There are no refusals in ${tag}.`);
  const pending = loaded.get(tag);
  if (pending) return pending;
  const say = file().then(
    ({ default: texts }) => refusalTranslator(texts, tag),
    () => {
      loaded.delete(tag);
      return asWritten;
    },
  );
  loaded.set(tag, say);
  return say;
}

/**
 * The same for refusals that stand in what the API answers: errors of jobs, reports of imports. Undefined for the moment in which the
 * language is loaded: to suspend would hide the page that stands around the refusal.
 */
export function useRefusals(): SayRefusal | undefined {
  const tag = useLocale();
  const { data } = useQuery({ queryKey: ['refusals', tag], queryFn: () => refusalsIn(tag), staleTime: Infinity });
  return data;
}
