import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { type Choice, rowChoices } from '../../form/choices';
import { SelectField, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { refresh } from '../../http/query-client';
import { useRead } from '../../http/use-read';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import { ACTION_TYPES, type Plan, PLAN_PATHS, type PlanAction } from './plan';
import formStyles from '../../form/form.module.css';

interface Typed {
  title: string;
  type: PlanAction['type'];
  competencyId: string;
  dueDate: string;
}

interface ActionDialogProps {
  plan: Plan;
  /** null: a new one. */
  action: PlanAction | null;
  onClose: () => void;
}

/** What is done in a plan, how, and by when. */
export function ActionDialog({ plan, action, onClose }: ActionDialogProps): ReactNode {
  const t = useTranslations('planAction');
  const types = useTranslations('actionType');
  const form = useTranslations('form');
  const label = action ? t('editName', { name: action.title }) : t('add');
  const submit = ({ title, type, competencyId, dueDate }: Typed): Promise<unknown> => {
    const body = { title, type, competencyId: competencyId || null, dueDate: dueDate || null };
    const { id } = plan;
    if (!action) return answered(api.POST('/api/development-plans/{id}/actions', { params: { path: { id } }, body }));
    const params = { path: { id, actionId: action.id }, header: ifMatch(plan) };
    return answered(api.PUT('/api/development-plans/{id}/actions/{actionId}', { params, body }));
  };
  return (
    <Dialog title={label} onClose={onClose}>
      <Form<Typed>
        name={`action ${action?.id ?? 'new'}`}
        label={label}
        values={{
          title: action?.title ?? '',
          type: action?.type ?? 'Experience',
          competencyId: action?.competencyId ?? '',
          dueDate: action?.dueDate ?? '',
        }}
        submit={submit}
        onSaved={({ title }) => {
          notify({ kind: 'done', text: t('saved', { name: title }) });
          onClose();
          void refresh(...PLAN_PATHS);
        }}
        action={form('save')}
        secondary={<CancelButton />}
      >
        <TextField name="title" label={t('title')} required maxLength={200} />
        <div className={formStyles.formRow}>
          <SelectField
            name="type"
            label={t('type')}
            choices={ACTION_TYPES.map((value) => ({ value, text: types(value) }))}
          />
          <TextField name="dueDate" type="date" label={t('dueDate')} required={false} />
        </div>
        <CompetencyField action={action} />
      </Form>
    </Dialog>
  );
}

/** The competency that the action develops, where the organization has any. */
function CompetencyField({ action }: { action: PlanAction | null }): ReactNode {
  const t = useTranslations('planAction');
  const competencies = useRead('/api/development-plans/competencies/options');
  return (
    <Loaded read={competencies}>
      {(options) => {
        const choices = competencyChoices(options, action);
        return (
          choices.length > 0 && (
            <SelectField
              name="competencyId"
              label={t('competency')}
              choices={[{ value: '', text: t('noCompetency') }, ...choices]}
            />
          )
        );
      }}
    </Loaded>
  );
}

/** Those of the organization, and the one of the action if it has been deleted since. */
function competencyChoices(options: readonly { id: string; name: string }[], action: PlanAction | null): Choice[] {
  const choices = rowChoices(options);
  const chosen = action?.competencyId ?? '';
  if (chosen === '' || choices.some(({ value }) => value === chosen)) return choices;
  return [...choices, { value: chosen, text: action?.competency ?? action?.requirement ?? '–' }];
}
