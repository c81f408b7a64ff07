import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { EmployeeField } from '../../form/employee-field';
import { SelectField, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { CancelButton } from '../../ui/cancel-button';
import { notify } from '../../ui/notices';

/** What is typed about a guest. */
export interface TypedGuest {
  guest: { name: string; email: string; locale: string };
}

interface Typed extends TypedGuest {
  subjectId: string;
}

interface FormProps {
  cycleId: string;
  /** Omitted: it is chosen in the form. */
  subjectId?: string;
  isOpen: boolean;
  onClose: () => void;
}

/** Invites someone without an account to evaluate a subject. */
export function GuestForm({ cycleId, subjectId, isOpen, onClose }: FormProps): ReactNode {
  const t = useTranslations('guests');
  return (
    <>
      <p>{isOpen ? t('mailedAtOnce') : t('mailedAtOpening')}</p>
      <Form<Typed>
        name={`guest ${cycleId}`}
        label={t('add')}
        values={{ subjectId: subjectId ?? '', guest: { name: '', email: '', locale: '' } }}
        submit={({ subjectId: about, guest }) =>
          answered(
            api.POST('/api/peer-assignments', {
              body: { cycleId, subjectId: about, guest: { ...guest, locale: guest.locale || null } },
            }),
          )
        }
        onSaved={({ guest }) => {
          notify({ kind: 'done', text: t('added', { name: guest.name }) });
          onClose();
          void refresh('/api/guests', '/api/evaluation-cycles', '/api/dashboards');
        }}
        action={t('addAction')}
        secondary={<CancelButton />}
      >
        {subjectId === undefined && <EmployeeField name="subjectId" label={t('subject')} hint={t('subjectHint')} />}
        <GuestFields />
      </Form>
    </>
  );
}

/** Name, email and language of someone without an account, in a form with `guest`. */
export function GuestFields(): ReactNode {
  const t = useTranslations('guests');
  const languages = [
    { value: '', text: t('organizationLanguage') },
    { value: 'en', text: 'English' },
    { value: 'es', text: 'Español' },
  ];
  return (
    <>
      <TextField name="guest.name" label={t('name')} required maxLength={200} />
      <TextField name="guest.email" label={t('email')} type="email" required maxLength={254} />
      <SelectField name="guest.locale" label={t('language')} choices={languages} />
    </>
  );
}
