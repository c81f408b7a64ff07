import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLocale } from 'use-intl';
import { queryClient } from '../../http/query-client';
import { nearestLanguage } from '../load-texts';
import { type RefusalTexts, refusalTranslator, type SayRefusal } from './refusal-translator';

const asWritten: SayRefusal = (message) => message;

const files = import.meta.glob<{ default: RefusalTexts }>('./*.json');

/** A file that cannot be loaded is asked for again by the next page that needs it, and no refusal waits for a connection. */
const refusals = (tag: string) =>
  queryOptions({
    queryKey: ['refusals', tag],
    queryFn: async () => {
      const file = files[`./${nearestLanguage(tag)}.json`];
      if (!file) throw new Error(`There are no refusals in ${tag}.`);
      return refusalTranslator((await file()).default, tag);
    },
    staleTime: Infinity,
    retry: false,
    networkMode: 'always',
  });

/** Says refusals of the API, which writes English, in the language of a tag such as `es-MX`. */
export function refusalsIn(tag: string): Promise<SayRefusal> {
  return queryClient.fetchQuery(refusals(tag)).catch(() => asWritten);
}

/**
 * The same for refusals inside responses of the API: errors of jobs, reports of imports. Undefined for the moment in which the
 * language is loaded: to suspend would hide the page around the refusal.
 */
export function useRefusals(): SayRefusal | undefined {
  const { data, isError } = useQuery(refusals(useLocale()));
  return isError ? asWritten : data;
}
