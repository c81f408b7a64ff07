import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ReasonDialog } from '../../form/reason-dialog';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { notify } from '../../ui/notices';
import { PLAN_PATHS } from './plan';

interface DecisionProps {
  plan: { id: string; title: string };
}

/** "Approve", and "Reject" with a reason. */
export function PlanDecision({ plan: { id, title } }: DecisionProps): ReactNode {
  const t = useTranslations('plan');
  const [isRejecting, setRejecting] = useState(false);
  const approve = useSend(
    () => answered(api.POST('/api/development-plans/{id}/approve', { params: { path: { id } } })),
    { refreshes: PLAN_PATHS, onDone: () => notify({ kind: 'done', text: t('approvedNow', { name: title }) }) },
  );
  return (
    <>
      <Button
        kind="primary"
        isBusy={approve.isPending}
        aria-label={t('approveName', { name: title })}
        onClick={() => approve.mutate()}
      >
        {t('approve')}
      </Button>
      <Button aria-label={t('rejectName', { name: title })} onClick={() => setRejecting(true)}>
        {t('reject')}
      </Button>
      {isRejecting && <RejectDialog plan={{ id, title }} onClose={() => setRejecting(false)} />}
    </>
  );
}

function RejectDialog({ plan: { id, title }, onClose }: DecisionProps & { onClose: () => void }): ReactNode {
  const t = useTranslations('plan');
  return (
    <ReasonDialog
      name={`reject ${id}`}
      title={t('rejectName', { name: title })}
      label={t('reason')}
      hint={t('reasonHint')}
      maxLength={2000}
      submit={(body) => answered(api.POST('/api/development-plans/{id}/reject', { params: { path: { id } }, body }))}
      action={t('reject')}
      done={t('rejectedNow', { name: title })}
      refreshes={PLAN_PATHS}
      onClose={onClose}
    />
  );
}
