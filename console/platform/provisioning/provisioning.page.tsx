import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import { useAddress } from '../../app/use-address';
import { TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { useRead } from '../../http/use-read';
import { ListTable } from '../../list/list-table';
import { useRowsPerPage } from '../../list/rows-per-page';
import { useMoment } from '../../texts/moment';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CancelButton } from '../../ui/cancel-button';
import type { Column } from '../../ui/data-table';
import { Dialog } from '../../ui/dialog';
import { ListPage } from '../../ui/list-page';
import { ShownSecret } from '../../ui/shown-secret';
import { SecretName, SecretOrigin } from '../secrets/secret-cells';
import { CallsDialog } from './calls-dialog';
import type { Token } from './token';
import { useTokenMenu } from './use-token-menu';
import dataTableStyles from '../../ui/data-table.module.css';

type NewToken = components['schemas']['NewScimTokenView'];

/** /provisioning: tokens with which an identity provider keeps the employees up to date, and what it did with them. */
export function ProvisioningPage(): ReactNode {
  const t = useTranslations('provisioning');
  const pages = useTranslations('pages');
  const address = useAddress();
  const [pageSize] = useRowsPerPage();
  const [shown, setShown] = useState<NewToken | null>(null);
  const list = useRead('/api/integrations/scim-tokens', { query: { page: address.page, pageSize } });
  return (
    <ListPage
      title={pages('provisioning')}
      actions={
        <Button kind="primary" onClick={() => address.change({ edit: 'new' })}>
          {t('create')}
        </Button>
      }
      read={list}
      table={(tokens) => <TokenTable tokens={tokens} />}
    >
      <NewTokenDialog onCreated={setShown} />
      {address.get('token') !== '' && <CallsDialog id={address.get('token')} />}
      {shown && (
        <ShownSecret
          title={t('shownTitle', { name: shown.name })}
          text={t('shownText')}
          label={t('token')}
          secret={shown.token}
          usage={t.rich('usage', { code: (text) => <code>{text}</code>, path: '/scim/v2' })}
          done={t('stored')}
          onClose={() => setShown(null)}
        />
      )}
    </ListPage>
  );
}

/** The dialog opened by `edit=new` in the address. */
function NewTokenDialog({ onCreated }: { onCreated: (token: NewToken) => void }): ReactNode {
  const t = useTranslations('provisioning');
  const address = useAddress();
  if (address.get('edit') !== 'new') return null;
  const close = (): void => address.close('edit');
  return (
    <Dialog title={t('create')} onClose={close}>
      <Form<{ name: string }, NewToken>
        name="scim-token"
        label={t('create')}
        values={{ name: '' }}
        submit={(body) => answered(api.POST('/api/integrations/scim-tokens', { body }))}
        onSaved={(_typed, token) => {
          onCreated(token);
          close();
          void refresh('/api/integrations/scim-tokens');
        }}
        action={t('create')}
        secondary={<CancelButton />}
      >
        <p className="muted">{t('createText')}</p>
        <TextField name="name" label={t('name')} hint={t('nameHint')} required maxLength={200} />
      </Form>
    </Dialog>
  );
}

function TokenTable({ tokens }: { tokens: readonly Token[] }): ReactNode {
  const t = useTranslations('provisioning');
  const pages = useTranslations('pages');
  const moment = useMoment();
  const menu = useTokenMenu();
  const columns: Column<Token>[] = [
    { name: 'name', heading: t('name'), cell: (token) => <SecretName secret={token} /> },
    {
      name: 'state',
      heading: t('state'),
      cell: ({ revokedAt }) =>
        revokedAt === null ? <Badge tone="good">{t('active')}</Badge> : <Badge>{t('revoked')}</Badge>,
    },
    { name: 'created', heading: t('created'), cell: (token) => <SecretOrigin secret={token} /> },
    {
      name: 'used',
      heading: t('lastCall'),
      cell: ({ lastUsedAt }) => <span className={dataTableStyles.date}>{moment(lastUsedAt) ?? t('never')}</span>,
    },
  ];
  return (
    <ListTable
      label={pages('provisioning')}
      list="provisioning"
      columns={columns}
      rows={tokens}
      rowKey={({ id }) => id}
      empty={<p>{t('empty')}</p>}
      menu={menu}
    />
  );
}
