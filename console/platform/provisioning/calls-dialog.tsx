import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { type ReadResult, useRead } from '../../http/use-read';
import { useMoment } from '../../texts/moment';
import { type Column, DataTable } from '../../ui/data-table';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import dataTableStyles from '../../ui/data-table.module.css';

type Call = ReadResult<'/api/integrations/scim-tokens/{id}'>['calls'][number];

/** The dialog opened by `token` in the address: what the identity provider did last, and what was refused. */
export function CallsDialog({ id }: { id: string }): ReactNode {
  const t = useTranslations('provisioning');
  const address = useAddress();
  const read = useRead('/api/integrations/scim-tokens/{id}', { path: { id } });
  return (
    <Dialog title={t('calls')} isWide onClose={() => address.close('token')}>
      <Loaded read={read}>
        {({ calls, refusals }) => (
          <div className="stack">
            <p className="muted">{t('callsText')}</p>
            <h3>{t('refusals')}</h3>
            <CallTable label={t('refusals')} calls={refusals} empty={t('noRefusals')} />
            <h3>{t('lastCalls')}</h3>
            <CallTable label={t('lastCalls')} calls={calls} empty={t('noCalls')} />
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

function CallTable({ label, calls, empty }: { label: string; calls: readonly Call[]; empty: string }): ReactNode {
  const t = useTranslations('provisioning');
  const moment = useMoment();
  const columns: Column<Call>[] = [
    { name: 'at', heading: t('time'), cell: ({ at }) => <span className={dataTableStyles.date}>{moment(at)}</span> },
    {
      name: 'call',
      heading: t('call'),
      cell: ({ method, path }) => (
        <code>
          {method} {path}
        </code>
      ),
    },
    {
      name: 'answer',
      heading: t('answer'),
      cell: ({ status, detail }) => (
        <>
          {status}
          {detail !== null && <span className={dataTableStyles.below}>{detail}</span>}
        </>
      ),
    },
  ];
  const rows = calls.map((call, at) => ({ ...call, key: `${at}` }));
  return <DataTable label={label} columns={columns} rows={rows} rowKey={({ key }) => key} empty={<p>{empty}</p>} />;
}
