import { useTranslations } from 'use-intl';
import { TextArea } from '../../form/fields';
import { answered, api } from '../../http/client';
import type { Bulk } from '../../list/bulk';
import { useRowSelection } from '../../list/selection';
import type { Section, SubjectResult } from './subject-result';

export type Comment = Section['items'][number]['comments'][number];

const MAX_NAME = 60;

/** What HR can do with several comments about a subject at once. */
export function useCommentsBulk({ cycleId, subjectId }: SubjectResult, comments: readonly Comment[]): Bulk<Comment> {
  const t = useTranslations('withhold');
  const selection = useRowSelection();
  const path = { cycleId, subjectId };
  const asks = {
    initial: { reason: '' },
    valuesOf: ({ reason }: Readonly<Record<string, unknown>>) => ({ reason }),
    fields: <TextArea name="reason" label={t('reason')} hint={t('reasonHint')} required maxLength={1000} />,
  };
  return {
    ...selection,
    idOf: ({ id }) => id,
    nameOf: ({ evaluator, text }) => [evaluator, text.slice(0, MAX_NAME)].filter(Boolean).join(': '),
    totalCount: comments.length,
    readPage: async (page, pageSize) => ({
      items: comments,
      page,
      pageSize,
      totalCount: comments.length,
      totalPages: 1,
    }),
    actions: [
      { action: 'withhold', text: t('withhold'), phrase: (count) => t('bulk.withhold', { count }), asks },
      { action: 'show', text: t('show'), phrase: (count) => t('bulk.show', { count }), asks },
    ],
    send: (body) =>
      answered(
        api.POST('/api/evaluation-results/{cycleId}/subjects/{subjectId}/comments/bulk', {
          params: { path },
          // The API checks the action and its values.
          body: body as never,
        }),
      ),
    refreshes: ['/api/evaluation-results'],
  };
}
