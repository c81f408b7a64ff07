import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TextArea } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
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
  const label = t('rejectName', { name: title });
  return (
    <Dialog title={label} onClose={onClose}>
      <Form<{ reason: string }>
        name={`reject ${id}`}
        label={label}
        values={{ reason: '' }}
        submit={(body) => answered(api.POST('/api/development-plans/{id}/reject', { params: { path: { id } }, body }))}
        onSaved={() => {
          notify({ kind: 'done', text: t('rejectedNow', { name: title }) });
          onClose();
          void refresh(...PLAN_PATHS);
        }}
        action={t('reject')}
        beside={<CancelButton />}
      >
        <TextArea name="reason" label={t('reason')} hint={t('reasonHint')} required maxLength={2000} />
      </Form>
    </Dialog>
  );
}
