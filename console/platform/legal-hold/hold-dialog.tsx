import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { TextArea, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import { type LegalHoldProps, REFRESHES } from './hold';

const MAX_REASON = 1_000;

interface Typed {
  until: string;
  reason: string;
}

/** Sets the legal hold of a person, or changes it. */
export default function HoldDialog({
  employeeId,
  person,
  hold,
  onClose,
}: LegalHoldProps & { onClose: () => void }): ReactNode {
  const t = useTranslations('legalHold');
  const submit = ({ until, reason }: Typed): Promise<unknown> =>
    answered(
      api.PUT('/api/employees/{id}/legal-hold', {
        params: { path: { id: employeeId } },
        body: { until: `${until}T23:59:59Z`, reason: reason.trim() },
      }),
    );
  return (
    <Dialog title={t('setTitle', { person })} onClose={onClose}>
      <Form<Typed>
        name={`legal-hold-${employeeId}`}
        label={t('setTitle', { person })}
        values={{ until: hold?.until.slice(0, 10) ?? '', reason: hold?.reason ?? '' }}
        submit={submit}
        onSaved={() => {
          notify({ kind: 'done', text: t('isSet', { person }) });
          onClose();
          void refresh(...REFRESHES);
        }}
        action={hold === null ? t('set') : t('change')}
        secondary={<CancelButton />}
      >
        <p className="muted">{t('setText')}</p>
        <TextField name="until" type="date" required label={t('until')} hint={t('untilHint')} />
        <TextArea name="reason" required rows={2} maxLength={MAX_REASON} label={t('reason')} hint={t('reasonHint')} />
      </Form>
    </Dialog>
  );
}
