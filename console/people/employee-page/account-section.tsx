import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import type { Employee } from '../employees/employee';
import formStyles from '../../form/form.module.css';

/** Whether the employee can sign in, and the step that changes it: an invitation, or a new temporary password. */
export function AccountSection({
  employee: { id, userId, hasSignedIn, email, status },
}: {
  employee: Employee;
}): ReactNode {
  const t = useTranslations('employee');
  const [isAsking, setAsking] = useState(false);
  const params = { path: { id } };
  const invite = useSend(() => answered(api.POST('/api/employees/{id}/invite', { params })), {
    refreshes: ['/api/employees'],
    onDone: () => notify({ kind: 'done', text: t('mailed', { email }) }),
  });
  const reset = useSend(() => answered(api.POST('/api/employees/{id}/reset-password', { params })), {
    refreshes: ['/api/employees'],
    onDone: () => notify({ kind: 'done', text: t('mailed', { email }) }),
  });
  const hasLeft = status === 'Terminated';
  return (
    <section className="card stack" aria-labelledby="employee-account">
      <h2 id="employee-account">{t('account')}</h2>
      <p>{hasLeft ? t('accountLeft') : userId ? t('hasAccount') : t('hasNoAccount', { email })}</p>
      {!hasLeft && (
        <div className={formStyles.formActions}>
          {!hasSignedIn && (
            <Button isBusy={invite.isPending} onClick={() => invite.mutate()}>
              {userId ? t('inviteAgain') : t('invite')}
            </Button>
          )}
          {userId && <Button onClick={() => setAsking(true)}>{t('reset')}</Button>}
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('resetTitle')}
          action={t('reset')}
          isBusy={reset.isPending}
          onConfirm={() => reset.mutate(undefined, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>{t('resetText', { email })}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
