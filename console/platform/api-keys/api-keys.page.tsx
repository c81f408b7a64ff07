import { type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Pending } from '../../app/ready-mark';
import { useAddress } from '../../app/use-address';
import { useRead } from '../../http/use-read';
import { ListTable } from '../../list/list-table';
import { useRowsPerPage } from '../../list/rows-per-page';
import { useMoment } from '../../texts/moment';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import type { Column } from '../../ui/data-table';
import { lazyPart } from '../../ui/lazy-part';
import { ListPage } from '../../ui/list-page';
import { ShownSecret } from '../../ui/shown-secret';
import { SecretName, SecretOrigin } from '../secrets/secret-cells';
import { type ApiKey, isUsable } from './api-key';
import type { NewKey } from './key-dialogs';
import { SCOPES, useScopeName } from './scopes';
import { useKeyMenu } from './use-key-menu';
import dataTableStyles from '../../ui/data-table.module.css';

// The code of a form comes when its dialog opens.
const NewKeyDialog = lazyPart(() => import('./key-dialogs'));

/** /api-keys: what reads the organization's data through the public API. A key itself is shown once, when it is made. */
export function ApiKeysPage(): ReactNode {
  const t = useTranslations('apiKeys');
  const pages = useTranslations('pages');
  const address = useAddress();
  const [pageSize] = useRowsPerPage();
  const [shown, setShown] = useState<NewKey | null>(null);
  const list = useRead('/api/integrations/api-keys', { query: { page: address.page, pageSize } });
  return (
    <ListPage
      title={pages('apiKeys')}
      actions={
        <Button kind="primary" onClick={() => address.change({ edit: 'new' })}>
          {t('create')}
        </Button>
      }
      read={list}
      table={(keys) => <KeyTable keys={keys} onRotated={setShown} />}
    >
      {address.get('edit') !== '' && (
        <Suspense fallback={<Pending />}>
          <NewKeyDialog onCreated={setShown} />
        </Suspense>
      )}
      {shown && (
        <ShownSecret
          title={t('shownTitle', { name: shown.name })}
          text={t('shownText')}
          label={t('key')}
          secret={shown.key}
          usage={t.rich('usage', { code: (text) => <code>{text}</code>, key: 'X-Api-Key', path: '/api/v1' })}
          done={t('stored')}
          onClose={() => setShown(null)}
        />
      )}
    </ListPage>
  );
}

function KeyTable({ keys, onRotated }: { keys: readonly ApiKey[]; onRotated: (key: NewKey) => void }): ReactNode {
  const t = useTranslations('apiKeys');
  const pages = useTranslations('pages');
  const moment = useMoment();
  const scopeName = useScopeName();
  const menu = useKeyMenu(onRotated);
  const columns: Column<ApiKey>[] = [
    { name: 'name', heading: t('name'), cell: (key) => <SecretName secret={key} /> },
    {
      name: 'state',
      heading: t('state'),
      cell: (key) =>
        key.revokedAt !== null ? (
          <Badge>{t('revoked')}</Badge>
        ) : isUsable(key) ? (
          <Badge tone="good">{t('active')}</Badge>
        ) : (
          <Badge tone="warn">{t('expired')}</Badge>
        ),
    },
    {
      name: 'scopes',
      heading: t('scopes'),
      cell: ({ scopes }) => (scopes.length === SCOPES.length ? t('everything') : scopes.map(scopeName).join(', ')),
    },
    { name: 'created', heading: t('created'), cell: (key) => <SecretOrigin secret={key} /> },
    {
      name: 'expires',
      heading: t('expires'),
      cell: ({ expiresAt }) => <span className={dataTableStyles.date}>{moment(expiresAt) ?? t('never')}</span>,
    },
    {
      name: 'used',
      heading: t('lastUsed'),
      cell: ({ lastUsedAt }) => <span className={dataTableStyles.date}>{moment(lastUsedAt) ?? t('never')}</span>,
    },
  ];
  return (
    <ListTable
      label={pages('apiKeys')}
      list="api-keys"
      columns={columns}
      rows={keys}
      rowKey={({ id }) => id}
      empty={<p>{t('empty')}</p>}
      menu={menu}
    />
  );
}
