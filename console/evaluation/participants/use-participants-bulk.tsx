import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Pending } from '../../app/ready-mark';
import { answered, api } from '../../http/client';
import { readOnce } from '../../http/use-read';
import type { Bulk, BulkAction } from '../../list/bulk';
import { useRowSelection } from '../../list/selection';
import { lazyPart } from '../../ui/lazy-part';
import { type Cycle, isOpen } from '../cycle/cycle-state';
import type { Participant, ParticipantQuery } from './participant';

const EmployeeField = lazyPart(async () => ({ default: (await import('../../form/employee-field')).EmployeeField }));

/** What can be done with several evaluations of a cycle at once. */
export function useParticipantsBulk(cycle: Cycle, query: ParticipantQuery, totalCount: number): Bulk<Participant> {
  const t = useTranslations('participants');
  const selection = useRowSelection();
  const path = { id: cycle.id };
  const actions: BulkAction[] = [
    ...(isOpen(cycle)
      ? [{ action: 'remind', text: t('remind'), phrase: (count: number) => t('bulk.remind', { count }) }]
      : []),
    {
      action: 'replace',
      text: t('replace'),
      phrase: (count, { evaluatorName }) => t('bulk.replace', { name: String(evaluatorName), count }),
      asks: {
        initial: { evaluatorId: '', evaluatorName: '' },
        valuesOf: ({ evaluatorId }) => ({ evaluatorId }),
        fields: (
          <Suspense fallback={<Pending />}>
            <EmployeeField name="evaluatorId" nameField="evaluatorName" label={t('newEvaluator')} />
          </Suspense>
        ),
      },
    },
    {
      action: 'remove',
      text: t('remove'),
      phrase: (count) => t('bulk.remove', { count }),
      isDanger: true,
    },
  ];
  return {
    ...selection,
    idOf: ({ id }) => id,
    nameOf: (participant) => nameOf(participant, t),
    totalCount,
    readPage: (page, pageSize) =>
      readOnce('/api/evaluation-cycles/{id}/participants', { path, query: { ...query, page, pageSize } }),
    actions,
    // The API checks the action and its values.
    send: (body) => answered(api.POST('/api/peer-assignments/bulk', { body: body as never })),
    refreshes: ['/api/evaluation-cycles', '/api/email-triggers'],
  };
}

/** Who evaluates whom, in words. */
function nameOf({ evaluator, subject }: Participant, t: ReturnType<typeof useTranslations<'participants'>>): string {
  return t('evaluates', { evaluator: evaluator ?? t('deleted'), subject: subject ?? t('deleted') });
}
