import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { type ReadResult, useRead } from '../../http/use-read';
import { Badge } from '../../ui/badge';
import { type Column, DataTable } from '../../ui/data-table';
import { Loaded } from '../../ui/loaded';
import { Paged } from '../../ui/paged';
import { Person } from '../../ui/person';
import type { Session } from './session-state';
import dataTableStyles from '../../ui/data-table.module.css';

type Change = ReadResult<'/api/calibration/{id}/history'>['items'][number];

const PAGE_SIZE = 50;

/** Every change of every entry, the newest first: what it said before and after, why, who and when. */
export function History({ session: { id } }: { session: Session }): ReactNode {
  const t = useTranslations('calibration');
  const address = useAddress();
  const query = { page: address.page, pageSize: PAGE_SIZE };
  const list = useRead('/api/calibration/{id}/history', { path: { id }, query }, { keepPrevious: true });
  return (
    <Loaded read={list}>
      {(shown) => (
        <Paged shown={shown}>
          <ChangeTable label={t('view.history')} changes={shown.items} />
        </Paged>
      )}
    </Loaded>
  );
}

function ChangeTable({ label, changes }: { label: string; changes: readonly Change[] }): ReactNode {
  const t = useTranslations('calibration');
  const format = useFormatter();
  const undone = new Set(changes.map(({ undoes }) => undoes));
  const asText = (statement: Change['before']): string => {
    if (!statement) return t('nothing');
    const calibrated = format.number(statement.calibrated, { minimumFractionDigits: 2 });
    const { potential } = statement;
    return potential === null
      ? calibrated
      : t('withPotential', { calibrated, potential: format.number(potential, { minimumFractionDigits: 2 }) });
  };
  const columns: Column<Change>[] = [
    {
      name: 'subject',
      heading: t('subject'),
      cell: ({ id, subjectId, subject, undoes }) => (
        <Person id={subjectId} name={subject}>
          {subject ?? '–'} {undoes !== null && <Badge tone="info">{t('isUndo')}</Badge>}
          {undone.has(id) && <Badge>{t('undone')}</Badge>}
        </Person>
      ),
    },
    { name: 'before', heading: t('before'), cell: ({ before }) => asText(before) },
    { name: 'after', heading: t('after'), cell: ({ after }) => <b>{asText(after)}</b> },
    { name: 'reason', heading: t('reason'), cell: ({ before, after }) => (after ?? before)?.reason },
    {
      name: 'at',
      heading: t('changed'),
      cell: ({ at, by }) => (
        <span className={dataTableStyles.date}>
          {format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })}
          {by !== null && <span className={dataTableStyles.below}>{by}</span>}
        </span>
      ),
    },
  ];
  return (
    <DataTable label={label} columns={columns} rows={changes} rowKey={({ id }) => id} empty={<p>{t('noHistory')}</p>} />
  );
}
