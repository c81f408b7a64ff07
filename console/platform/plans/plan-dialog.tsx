import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { CheckField, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { refresh } from '../../http/query-client';
import { useRead } from '../../http/use-read';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import type { SubscriptionPlan } from './subscription-plan';
import formStyles from '../../form/form.module.css';

/** The dialog opened by `edit` in the address: the id of a plan, or `new`. */
export function PlanDialog(): ReactNode {
  const t = useTranslations('subscriptionPlans');
  const address = useAddress();
  const id = address.get('edit');
  if (id === '') return null;
  const close = (): void => address.close('edit');
  return (
    <Dialog title={id === 'new' ? t('add') : t('editTitle')} onClose={close}>
      {id === 'new' ? <PlanForm plan={null} onClose={close} /> : <ExistingPlan key={id} id={id} onClose={close} />}
    </Dialog>
  );
}

function ExistingPlan({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const plan = useRead('/api/plans/{id}', { path: { id } });
  return <Loaded read={plan}>{(found) => <PlanForm plan={found} onClose={onClose} />}</Loaded>;
}

interface Typed {
  name: string;
  maxEmployees: string;
  maxCyclesPerYear: string;
  isActive: boolean;
}

const limitOf = (typed: string): number | null => (typed === '' ? null : Number(typed));

function PlanForm({ plan, onClose }: { plan: SubscriptionPlan | null; onClose: () => void }): ReactNode {
  const t = useTranslations('subscriptionPlans');
  const form = useTranslations('form');
  const submit = ({ name, isActive, ...typed }: Typed): Promise<unknown> => {
    const limits = { maxEmployees: limitOf(typed.maxEmployees), maxCyclesPerYear: limitOf(typed.maxCyclesPerYear) };
    const body = { name, isActive, ...limits };
    if (!plan) return answered(api.POST('/api/plans', { body }));
    const params = { path: { id: plan.id }, header: ifMatch(plan) };
    return answered(api.PUT('/api/plans/{id}', { params, body }));
  };
  return (
    <Form<Typed>
      name={`plan ${plan?.id ?? 'new'}`}
      label={plan ? t('editTitle') : t('add')}
      values={{
        name: plan?.name ?? '',
        maxEmployees: plan?.maxEmployees?.toString() ?? '',
        maxCyclesPerYear: plan?.maxCyclesPerYear?.toString() ?? '',
        isActive: plan?.isActive ?? true,
      }}
      submit={submit}
      onSaved={({ name }) => {
        notify({ kind: 'done', text: t('saved', { name }) });
        onClose();
        void refresh('/api/plans', '/api/dashboards/platform');
      }}
      action={form('save')}
      secondary={<CancelButton />}
    >
      <TextField name="name" label={t('name')} required maxLength={200} />
      <div className={formStyles.formRow}>
        <TextField name="maxEmployees" label={t('maxEmployees')} hint={t('limitHint')} type="number" required={false} />
        <TextField
          name="maxCyclesPerYear"
          label={t('maxCyclesPerYear')}
          hint={t('limitHint')}
          type="number"
          required={false}
        />
      </div>
      <CheckField name="isActive" label={t('isActive')} hint={t('isActiveHint')} />
    </Form>
  );
}
