import { useTranslations } from 'use-intl';
import { answered, api } from '../../http/client';
import { readOnce } from '../../http/use-read';
import type { Bulk } from '../../list/bulk';
import { useRowSelection } from '../../list/selection';
import type { Gap, GapQuery } from './gap';

/** What can be done with several gaps at once: plans are made of those that exist. */
export function useGapsBulk(query: GapQuery, totalCount: number): Bulk<Gap> {
  const t = useTranslations('gaps');
  const selection = useRowSelection();
  return {
    ...selection,
    idOf: ({ id }) => id,
    nameOf: ({ employee, requirement }) => `${employee ?? '–'}: ${requirement}`,
    isSelectable: ({ gapLevel }) => gapLevel > 0,
    totalCount,
    readPage: (page, pageSize) => readOnce('/api/gap-analysis', { query: { ...query, page, pageSize } }),
    actions: [
      {
        action: 'plan',
        text: t('plan'),
        phrase: (count) => t('bulkPlan', { count }),
        donePhrase: (count) => t('made', { count }),
        effect: t('planText'),
      },
    ],
    // The API checks the action.
    async send(body) {
      const { plans, ...result } = await answered(api.POST('/api/gap-analysis/bulk', { body: body as never }));
      return { ...result, made: plans };
    },
    refreshes: ['/api/development-plans'],
  };
}
