import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Profile } from '../../app/session';
import { TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';

interface Passwords {
  currentPassword: string;
  newPassword: string;
}

interface PasswordFormProps {
  /** The present password is the one from an email. */
  isTemporary?: boolean;
  onSaved: (profile: Profile) => void;
}

/** Changes your password; all other sessions end. */
export function PasswordForm({ isTemporary = false, onSaved }: PasswordFormProps): ReactNode {
  const t = useTranslations('signIn');
  const submit = async (body: Passwords): Promise<void> =>
    onSaved(await answered(api.POST('/api/my-profile/change-password', { body })));
  return (
    <Form<Passwords>
      name="password"
      values={{ currentPassword: '', newPassword: '' }}
      submit={submit}
      action={t('save')}
      isSecret
      isCleared
    >
      <TextField
        name="currentPassword"
        label={t(isTemporary ? 'temporaryPassword' : 'currentPassword')}
        type="password"
        required
        autoComplete="current-password"
      />
      <TextField name="newPassword" label={t('newPassword')} type="password" required autoComplete="new-password" />
    </Form>
  );
}
