import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ListTable } from '../../list/list-table';
import type { Column } from '../../ui/data-table';
import { ChoiceFilter } from '../../ui/filters';
import { Person } from '../../ui/person';
import { type Nomination, NOMINATION_STATUSES, NominationState } from './nomination';
import { useNominationMenu } from './use-nomination-menu';
import dataTableStyles from '../../ui/data-table.module.css';
import styles from './nominations.module.css';

export function NominationFilter(): ReactNode {
  const t = useTranslations('nominations');
  return (
    <ChoiceFilter
      name="status"
      label={t('status')}
      choices={NOMINATION_STATUSES.map((value) => ({ value, text: t(`statuses.${value}`) }))}
    />
  );
}

interface TableProps {
  label: string;
  nominations: readonly Nomination[];
  /** Text below the name of a subject. */
  below: (nomination: Nomination) => string | null;
  empty: string;
}

/** Nominations of several subjects, with the decision on those that wait for it. */
export function NominationTable({ label, nominations, below, empty }: TableProps): ReactNode {
  const t = useTranslations('nominations');
  const { menu, dialog } = useNominationMenu();
  const columns: Column<Nomination>[] = [
    {
      name: 'subject',
      heading: t('subject'),
      cell: (nomination) => (
        <Person id={nomination.subjectId} name={nomination.subject}>
          {nomination.subject}
          <span className={dataTableStyles.below}>{below(nomination)}</span>
        </Person>
      ),
    },
    {
      name: 'status',
      heading: t('status'),
      cell: ({ status, isLate }) => <NominationState status={status} isLate={isLate} />,
    },
    {
      name: 'peers',
      heading: t('peersWithLoad'),
      cell: ({ peers, guests }) => (
        <>
          {peers.map(({ employeeId, name, load }) => (
            <span key={employeeId} className={clsx(dataTableStyles.below, styles.peer)}>
              <Person id={employeeId} name={name}>
                {t('nameWithLoad', { name: name ?? t('deleted'), load })}
              </Person>
            </span>
          ))}
          {guests.map(({ name, email }) => (
            <span key={email} className={clsx(dataTableStyles.below, styles.peer)}>
              {t('guest', { name, email })}
            </span>
          ))}
        </>
      ),
    },
  ];
  return (
    <>
      <ListTable
        label={label}
        list="nominations"
        columns={columns}
        rows={nominations}
        rowKey={({ cycleId, subjectId }) => `${cycleId} ${subjectId}`}
        empty={<p>{empty}</p>}
        menu={menu}
      />
      {dialog}
    </>
  );
}
