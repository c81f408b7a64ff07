import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { TextArea, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import { type Goal, GOAL_PATHS, type KeyResult } from './goal';

interface CheckInProps {
  goal: Goal;
  keyResult: KeyResult;
  onClose: () => void;
}

/** Reports how far a key result is. */
export function CheckInDialog({ goal, keyResult, onClose }: CheckInProps): ReactNode {
  const t = useTranslations('keyResults');
  const { id: krId, title, unit, currentValue, targetValue } = keyResult;
  const label = t('checkInName', { name: title });
  return (
    <Dialog title={label} onClose={onClose}>
      <Form<{ value: string; comment: string }>
        name={`check-in ${krId}`}
        label={label}
        values={{ value: '', comment: '' }}
        submit={({ value, comment }) =>
          answered(
            api.POST('/api/goals/{id}/key-results/{krId}/progress', {
              params: { path: { id: goal.id, krId } },
              body: { value: Number(value), comment: comment.trim() || null },
            }),
          )
        }
        onSaved={() => {
          notify({ kind: 'done', text: t('checkedIn', { name: title }) });
          onClose();
          void refresh(...GOAL_PATHS);
        }}
        action={t('checkIn')}
        secondary={<CancelButton />}
      >
        <TextField
          name="value"
          type="number"
          step="any"
          required
          label={unit === null ? t('value') : t('valueIn', { unit })}
          hint={t('valueHint', { current: currentValue, target: targetValue })}
        />
        <TextArea name="comment" label={t('comment')} required={false} rows={3} maxLength={2000} />
      </Form>
    </Dialog>
  );
}
