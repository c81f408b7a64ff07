import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { useRead } from '../../http/use-read';
import { useMoment } from '../../texts/moment';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Facts } from '../../ui/facts';
import { Loaded } from '../../ui/loaded';
import { browserName } from '../profile/browser-name';
import type { AuditEntry } from './audit-entry';
import { useEventName } from './events';
import formStyles from '../../form/form.module.css';
import dataTableStyles from '../../ui/data-table.module.css';

/** The dialog opened by `entry` in the address: everything about one entry. */
export function EntryDialog(): ReactNode {
  const t = useTranslations('auditLog');
  const address = useAddress();
  const id = address.get('entry');
  if (id === '') return null;
  return (
    <Dialog title={t('details')} isWide onClose={() => address.close('entry')}>
      <Entry key={id} id={id} />
    </Dialog>
  );
}

function Entry({ id }: { id: string }): ReactNode {
  const read = useRead('/api/audit-logs/{id}', { path: { id } });
  return (
    <Loaded read={read}>
      {(entry) => (
        <div className="stack">
          <EntryFacts entry={entry} />
          <Changes entry={entry} />
          <Narrowing entry={entry} />
        </div>
      )}
    </Loaded>
  );
}

function EntryFacts({ entry }: { entry: AuditEntry }): ReactNode {
  const t = useTranslations('auditLog');
  const moment = useMoment();
  const eventName = useEventName();
  const { sequence, eventType, occurredAt, actorEmail, actorType, entityType, entityId } = entry;
  const code = (text: string | null): ReactNode => text && <code>{text}</code>;
  return (
    <Facts
      facts={[
        { name: t('event'), value: `${eventName(eventType)} (${eventType})` },
        { name: t('sequence'), value: sequence },
        { name: t('time'), value: moment(occurredAt) },
        { name: t('actor'), value: actorEmail ?? t(`actorTypes.${actorType}`) },
        { name: t('entity'), value: t(`entities.${entityType}`) },
        { name: t('entityId'), value: code(entityId) },
        { name: t('ip'), value: entry.ip },
        { name: t('device'), value: entry.userAgent && browserName(entry.userAgent) },
        { name: t('requestId'), value: code(entry.requestId) },
        { name: t('hash'), value: code(entry.hash) },
      ]}
    />
  );
}

type Value = AuditEntry['changes'][number]['before'];

function Changes({ entry: { changes } }: { entry: AuditEntry }): ReactNode {
  const t = useTranslations('auditLog');
  const shown = (value: Value): string => {
    if (value === null) return '–';
    if (typeof value === 'boolean') return value ? t('yes') : t('no');
    return Array.isArray(value) ? value.join(', ') || '–' : String(value);
  };
  if (changes.length === 0) return <p className="muted">{t('noChanges')}</p>;
  return (
    <div className={dataTableStyles.tableBox} role="region" aria-label={t('changes')} tabIndex={0}>
      <table className={dataTableStyles.table}>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{shown(before)}</td>
              <td>{shown(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The ways to what else the same account did, and what else happened to the same thing. */
function Narrowing({ entry: { actorId, entityId } }: { entry: AuditEntry }): ReactNode {
  const t = useTranslations('auditLog');
  const address = useAddress();
  const narrow = (name: 'actor' | 'row', id: string | null): ReactNode =>
    id !== null && (
      <Button onClick={() => address.change({ [name]: id, entry: '', page: '' })}>{t(`show.${name}`)}</Button>
    );
  return (
    <div className={formStyles.formActions}>
      {narrow('actor', actorId)}
      {narrow('row', entityId)}
    </div>
  );
}
