import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { refresh } from '../../http/query-client';
import { useRead } from '../../http/use-read';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import type { Organization } from './organization';
import { PlanUsage } from './plan-usage';
import { TenantFields, type Plans } from './tenant-fields';
import { TENANT_REFRESHES } from './tenant-refreshes';
import { TenantState } from './tenant-state';
import formStyles from '../../form/form.module.css';

/** The dialog opened by `edit` in the address, the id of an organization: its data, plan and state. */
export function TenantDialog({ plans }: { plans: Plans }): ReactNode {
  const t = useTranslations('organizations');
  const address = useAddress();
  const id = address.get('edit');
  if (id === '' || id === 'new') return null;
  return (
    <Dialog title={t('manageTitle')} onClose={() => address.close('edit')}>
      <ExistingTenant key={id} id={id} plans={plans} />
    </Dialog>
  );
}

function ExistingTenant({ id, plans }: { id: string; plans: Plans }): ReactNode {
  const tenant = useRead('/api/tenants/{id}', { path: { id } });
  return (
    <Loaded read={tenant}>
      {(found) => (
        <div className="stack">
          <TenantState tenant={found} />
          <PlanUsage tenantId={id} />
          <TenantForm tenant={found} plans={plans} />
        </div>
      )}
    </Loaded>
  );
}

interface Typed {
  name: string;
  slug: string;
  planId: string;
}

function TenantForm({ tenant, plans }: { tenant: Organization; plans: Plans }): ReactNode {
  const t = useTranslations('organizations');
  const form = useTranslations('form');
  const submit = ({ planId, ...typed }: Typed): Promise<unknown> =>
    answered(
      api.PUT('/api/tenants/{id}', {
        params: { path: { id: tenant.id }, header: ifMatch(tenant) },
        body: { ...typed, planId: planId || null },
      }),
    );
  return (
    <Form<Typed>
      name={`tenant ${tenant.id}`}
      label={t('manageTitle')}
      values={{ name: tenant.name, slug: tenant.slug, planId: tenant.planId ?? '' }}
      submit={submit}
      onSaved={({ name }) => {
        notify({ kind: 'done', text: t('saved', { name }) });
        void refresh(...TENANT_REFRESHES);
      }}
      action={form('save')}
    >
      <TenantFields plans={plans} planId={tenant.planId} />
      <p className={formStyles.hint}>{t('slugChange')}</p>
    </Form>
  );
}
