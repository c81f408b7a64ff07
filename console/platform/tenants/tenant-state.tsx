import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TenantStatus } from '../../../shared/platform/tenant-status';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import type { Organization } from './organization';
import { STATUS_TONES } from './status-tones';
import { TENANT_REFRESHES } from './tenant-refreshes';
import formStyles from '../../form/form.module.css';

/** The state of an organization and the steps to the others, each asked about once. */
export function TenantState({ tenant }: { tenant: Organization }): ReactNode {
  const t = useTranslations('organizations');
  const statuses = useTranslations('organizationStatus');
  const [next, setNext] = useState<TenantStatus | null>(null);
  const { id, name, status } = tenant;
  const change = useSend(
    (to: TenantStatus) =>
      answered(api.POST('/api/tenants/{id}/status/{status}', { params: { path: { id, status: to } } })),
    {
      refreshes: TENANT_REFRESHES,
      onDone: (changed) =>
        notify({ kind: 'done', text: t('stateChanged', { name, status: statuses(changed.status) }) }),
    },
  );
  return (
    <div className="stack tight">
      <p>
        <strong>{name}</strong> <Badge tone={STATUS_TONES[status]}>{statuses(status)}</Badge>
      </p>
      <div className={formStyles.formActions}>
        {Object.values(TenantStatus)
          .filter((other) => String(other) !== status)
          .map((other) => (
            <Button key={other} onClick={() => setNext(other)}>
              {t(`steps.${other}`)}
            </Button>
          ))}
      </div>
      {next !== null && (
        <ConfirmDialog
          title={t('stateTitle', { name, status: statuses(next) })}
          action={t(`steps.${next}`)}
          kind={next === TenantStatus.Suspended || next === TenantStatus.Cancelled ? 'danger' : 'primary'}
          isBusy={change.isPending}
          onConfirm={() => change.mutate(next, { onSettled: () => setNext(null) })}
          onClose={() => setNext(null)}
        >
          <p>{t(`consequences.${next}`)}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
