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
import type { Account, Role } from './account';

/** The dialog opened by `edit` in the address: the id of an account, or `new`, who is invited by email. */
export default function AccountDialog({ roles }: { roles: readonly Role[] }): ReactNode {
  const t = useTranslations('accounts');
  const address = useAddress();
  const id = address.get('edit');
  if (id === '') return null;
  const close = (): void => address.close('edit');
  return (
    <Dialog title={id === 'new' ? t('invite') : t('editTitle')} onClose={close}>
      {id === 'new' ? (
        <AccountForm account={null} roles={roles} onClose={close} />
      ) : (
        <ExistingAccount key={id} id={id} roles={roles} onClose={close} />
      )}
    </Dialog>
  );
}

function ExistingAccount({ id, ...rest }: { id: string; roles: readonly Role[]; onClose: () => void }): ReactNode {
  const account = useRead('/api/users-admin/{id}', { path: { id } });
  return <Loaded read={account}>{(found) => <AccountForm account={found} {...rest} />}</Loaded>;
}

interface Typed {
  fullName: string;
  email: string;
  /** Ticked roles by name. */
  roles: Partial<Record<Role, boolean>>;
}

interface AccountFormProps {
  account: Account | null;
  roles: readonly Role[];
  onClose: () => void;
}

function AccountForm({ account, roles, onClose }: AccountFormProps): ReactNode {
  const t = useTranslations('accounts');
  const form = useTranslations('form');
  const roleName = useTranslations('role');
  // Where only one role exists, every account has it.
  const hasChoice = roles.length > 1;
  const submit = (typed: Typed): Promise<unknown> => {
    const { fullName, email } = typed;
    const chosen = hasChoice ? { roles: roles.filter((role) => typed.roles[role]) } : {};
    const body = { fullName, email, ...chosen };
    if (!account) return answered(api.POST('/api/users-admin', { body }));
    const params = { path: { id: account.id }, header: ifMatch(account) };
    return answered(api.PUT('/api/users-admin/{id}', { params, body }));
  };
  return (
    <Form<Typed>
      name={`account ${account?.id ?? 'new'}`}
      label={account ? t('editTitle') : t('invite')}
      values={{
        fullName: account?.fullName ?? '',
        email: account?.email ?? '',
        roles: Object.fromEntries(roles.map((role) => [role, account?.roles.includes(role) ?? false])),
      }}
      submit={submit}
      onSaved={({ fullName, email }) => {
        notify({ kind: 'done', text: account ? t('saved', { name: fullName }) : t('invitedNotice', { email }) });
        onClose();
        void refresh('/api/users-admin');
      }}
      action={account ? form('save') : t('sendInvitation')}
      secondary={<CancelButton />}
    >
      {!account && <p className="muted">{t('inviteText')}</p>}
      <TextField name="fullName" label={t('name')} required maxLength={200} autoComplete="off" />
      <TextField name="email" label={t('email')} type="email" required maxLength={254} />
      {hasChoice && (
        <fieldset className="stack tight">
          <legend>{t('roles')}</legend>
          {roles.map((role) => (
            <CheckField key={role} name={`roles.${role}`} label={roleName(role)} hint={t(`roleHint.${role}`)} />
          ))}
        </fieldset>
      )}
    </Form>
  );
}
