import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { refresh } from '../../http/query-client';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import { type Plan, PLAN_PATHS } from './plan';

interface PlanDialogProps {
  /** null: a new one. */
  plan: Plan | null;
  /** Whose the new plan is; omitted: the user's own. */
  employee?: { id: string; name: string };
  onCreated?: (plan: Plan) => void;
  onClose: () => void;
}

export function PlanDialog({ plan, employee, onCreated, onClose }: PlanDialogProps): ReactNode {
  const t = useTranslations('plan');
  const form = useTranslations('form');
  const label = plan ? t('editTitle') : employee ? t('newFor', { name: employee.name }) : t('new');
  return (
    <Dialog title={label} onClose={onClose}>
      <Form<{ title: string }, Plan>
        name={`plan ${plan?.id ?? 'new'}`}
        label={label}
        values={{ title: plan?.title ?? '' }}
        submit={({ title }) => {
          if (!plan) return answered(api.POST('/api/development-plans', { body: { title, employeeId: employee?.id } }));
          const params = { path: { id: plan.id }, header: ifMatch(plan) };
          return answered(api.PUT('/api/development-plans/{id}', { params, body: { title } }));
        }}
        onSaved={({ title }, stored) => {
          notify({ kind: 'done', text: t('saved', { name: title }) });
          onClose();
          void refresh(...PLAN_PATHS);
          if (!plan) onCreated?.(stored);
        }}
        action={form('save')}
        secondary={<CancelButton />}
      >
        <TextField name="title" label={t('title')} hint={t('titleHint')} required maxLength={200} />
      </Form>
    </Dialog>
  );
}
