import { useTranslations } from 'use-intl';
import { EmployeeField } from '../../form/employee-field';
import { answered, api } from '../../http/client';
import { readOnce } from '../../http/use-read';
import type { Bulk, BulkAction } from '../../list/bulk';
import { useRowSelection } from '../../list/selection';
import { type Cycle, isOpen } from '../cycle/cycle-state';
import type { Participant, ParticipantQuery } from './participant';

/** What can be done with several evaluations of a cycle at once. */
export function useParticipantsBulk(cycle: Cycle, query: ParticipantQuery, totalCount: number): Bulk<Participant> {
  const t = useTranslations('participants');
  const selection = useRowSelection();
  const path = { id: cycle.id };
  const actions: BulkAction[] = [
    ...(isOpen(cycle) ? [{ action: 'remind', text: t('remind') }] : []),
    {
      action: 'replace',
      text: t('replace'),
      asks: {
        initial: { evaluatorId: '' },
        valuesOf: ({ evaluatorId }) => ({ evaluatorId }),
        fields: <EmployeeField name="evaluatorId" label={t('newEvaluator')} />,
      },
    },
    { action: 'remove', text: t('remove'), isDanger: true },
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
