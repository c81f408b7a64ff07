import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Profile } from '../../app/session';
import { TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { useNewPasswordHint } from '../sign-in/new-password-hint';
import { forgetPassword, rememberedPassword } from '../sign-in/typed-password';

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
  const known = isTemporary ? rememberedPassword() : null;
  const hint = useNewPasswordHint();
  const submit = async (body: Passwords): Promise<void> => {
    onSaved(await answered(api.POST('/api/my-profile/change-password', { body })));
    forgetPassword();
  };
  return (
    <Form<Passwords>
      name="password"
      values={{ currentPassword: known ?? '', newPassword: '' }}
      submit={submit}
      action={t('save')}
      isSecret
      isCleared
    >
      {known === null && (
        <TextField
          name="currentPassword"
          label={t(isTemporary ? 'temporaryPassword' : 'currentPassword')}
          type="password"
          required
          autoComplete="current-password"
        />
      )}
      <TextField
        name="newPassword"
        label={t('newPassword')}
        hint={hint}
        type="password"
        required
        autoComplete="new-password"
      />
    </Form>
  );
}
