import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import { useAddress } from '../../app/use-address';
import { CheckGroup } from '../../form/check-group';
import { TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { SCOPES, useScopeName } from './scopes';

export type NewKey = components['schemas']['NewApiKeyView'];

interface TypedKey {
  name: string;
  expires: string;
  scopes: NewKey['scopes'];
}

/** The dialog opened by `edit=new` in the address: name and end of a key, and what it reads. */
export default function NewKeyDialog({ onCreated }: { onCreated: (key: NewKey) => void }): ReactNode {
  const t = useTranslations('apiKeys');
  const scopeName = useScopeName();
  const address = useAddress();
  if (address.get('edit') !== 'new') return null;
  const close = (): void => address.close('edit');
  const submit = ({ name, expires, scopes }: TypedKey): Promise<NewKey> => {
    const expiresAt = expires === '' ? null : `${expires}T23:59:59Z`;
    return answered(api.POST('/api/integrations/api-keys', { body: { name, expiresAt, scopes } }));
  };
  return (
    <Dialog title={t('create')} onClose={close}>
      <Form<TypedKey, NewKey>
        name="api-key"
        label={t('create')}
        values={{ name: '', expires: inAYear(), scopes: [...SCOPES] }}
        submit={submit}
        onSaved={(_typed, key) => {
          onCreated(key);
          close();
          void refresh('/api/integrations/api-keys');
        }}
        action={t('create')}
        secondary={<CancelButton />}
      >
        <p className="muted">{t('createText')}</p>
        <TextField name="name" label={t('name')} hint={t('nameHint')} required maxLength={200} />
        <TextField name="expires" label={t('expires')} hint={t('expiresHint')} type="date" required={false} />
        <CheckGroup
          name="scopes"
          label={t('scopes')}
          hint={t('scopesHint')}
          choices={SCOPES.map((scope) => ({ value: scope, text: scopeName(scope) }))}
        />
      </Form>
    </Dialog>
  );
}

/** The date that the service would choose, too. */
function inAYear(): string {
  const end = new Date();
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  return end.toISOString().slice(0, 10);
}
