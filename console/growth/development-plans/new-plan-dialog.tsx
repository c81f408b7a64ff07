import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { useAddress } from '../../app/use-address';
import { EmployeeField } from '../../form/employee-field';
import { TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { useRead } from '../../http/use-read';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import { type Plan, PLAN_PATHS } from '../plan/plan';

interface Typed {
  employeeId: string;
  title: string;
}

/** The dialog opened by `edit=new` in the address, for whom it names as `employee`: a draft, which is then shown. */
export default function NewPlanDialog(): ReactNode {
  const t = useTranslations('plan');
  const address = useAddress();
  const employeeId = address.get('employee');
  const close = (): void => address.close('edit', 'employee');
  const employee = useRead('/api/employees/{id}', { path: { id: employeeId } }, { enabled: employeeId !== '' });
  return (
    <Dialog title={t('new')} onClose={close}>
      {employeeId === '' ? (
        <NewPlan employeeId="" name="" />
      ) : (
        <Loaded read={employee}>{({ id, fullName }) => <NewPlan employeeId={id} name={fullName} />}</Loaded>
      )}
    </Dialog>
  );
}

function NewPlan({ employeeId, name }: { employeeId: string; name: string }): ReactNode {
  const t = useTranslations('plan');
  const list = useTranslations('developmentPlans');
  const form = useTranslations('form');
  const [, navigate] = useLocation();
  return (
    <Form<Typed, Plan>
      name="plan new"
      label={t('new')}
      values={{ employeeId, title: '' }}
      submit={(body) => answered(api.POST('/api/development-plans', { body }))}
      onSaved={({ title }, { id }) => {
        notify({ kind: 'done', text: t('saved', { name: title }) });
        void refresh(...PLAN_PATHS);
        navigate(`/development-plans/${id}`);
      }}
      action={form('save')}
      secondary={<CancelButton />}
    >
      <EmployeeField name="employeeId" label={list('employee')} shown={name} />
      <TextField name="title" label={t('title')} hint={t('titleHint')} required maxLength={200} />
    </Form>
  );
}
