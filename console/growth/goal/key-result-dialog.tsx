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
import { type Goal, GOAL_PATHS, type KeyResult } from './goal';
import formStyles from '../../form/form.module.css';

interface Typed {
  title: string;
  unit: string;
  startValue: string;
  targetValue: string;
  weight: string;
}

interface KeyResultDialogProps {
  goal: Goal;
  /** null: a new one. */
  keyResult: KeyResult | null;
  onClose: () => void;
}

/** What a key result measures, from where to where. */
export function KeyResultDialog({ goal, keyResult, onClose }: KeyResultDialogProps): ReactNode {
  const t = useTranslations('keyResults');
  const form = useTranslations('form');
  const label = keyResult ? t('editName', { name: keyResult.title }) : t('add');
  const submit = ({ title, unit, ...values }: Typed): Promise<unknown> => {
    const body = {
      title,
      unit: unit.trim() || null,
      startValue: Number(values.startValue),
      targetValue: Number(values.targetValue),
      weight: Number(values.weight),
    };
    const { id } = goal;
    if (!keyResult) return answered(api.POST('/api/goals/{id}/key-results', { params: { path: { id } }, body }));
    const params = { path: { id, krId: keyResult.id }, header: ifMatch(goal) };
    return answered(api.PUT('/api/goals/{id}/key-results/{krId}', { params, body }));
  };
  return (
    <Dialog title={label} onClose={onClose}>
      <Form<Typed>
        name={`key result ${keyResult?.id ?? 'new'}`}
        label={label}
        values={{
          title: keyResult?.title ?? '',
          unit: keyResult?.unit ?? '',
          startValue: String(keyResult?.startValue ?? 0),
          targetValue: keyResult ? String(keyResult.targetValue) : '',
          weight: String(keyResult?.weight ?? 1),
        }}
        submit={submit}
        onSaved={({ title }) => {
          notify({ kind: 'done', text: t('saved', { name: title }) });
          onClose();
          void refresh(...GOAL_PATHS);
        }}
        action={form('save')}
        secondary={<CancelButton />}
      >
        <TextField name="title" label={t('title')} required maxLength={200} />
        <div className={formStyles.formRow}>
          <TextField name="startValue" type="number" step="any" label={t('start')} required />
          <TextField name="targetValue" type="number" step="any" label={t('target')} required />
        </div>
        <div className={formStyles.formRow}>
          <TextField name="unit" label={t('unit')} required={false} maxLength={30} />
          <TextField name="weight" type="number" step="any" label={t('weight')} hint={t('weightHint')} required />
        </div>
      </Form>
    </Dialog>
  );
}
