import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import { ConfirmDialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import type { Gap } from './gap';

/** Makes a Draft plan with one gap, after a question. */
export function PlanDialog({ gap, onClose }: { gap: Gap; onClose: () => void }): ReactNode {
  const t = useTranslations('gaps');
  const { employeeId, cycleId, requirementId, requirement, employee } = gap;
  const body = { employeeId, cycleId: cycleId ?? undefined, requirementIds: [requirementId] };
  const make = useSend(() => answered(api.POST('/api/development-plans/from-gaps', { body })), {
    refreshes: ['/api/development-plans'],
    onDone: () =>
      notify({
        kind: 'done',
        text: t('made', { count: 1 }),
        link: { href: '/development-plans', text: t('toPlans') },
      }),
  });
  return (
    <ConfirmDialog
      title={t('planTitle', { count: 1 })}
      action={t('plan')}
      isBusy={make.isPending}
      onConfirm={() => make.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>{t('planText')}</p>
      <p>
        <b>{employee ?? '–'}</b>: {requirement}
      </p>
    </ConfirmDialog>
  );
}
