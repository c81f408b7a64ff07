import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAddress } from '../../app/use-address';
import { useListQuery } from '../../app/use-list-query';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { type ReadResult, useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import type { RowAction } from '../../list/row-action';
import type { RowMenuProps } from '../../list/row-menu';
import { type Column, DataTable } from '../../ui/data-table';
import { ChoiceFilter, Filters, SearchFilter } from '../../ui/filters';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import { Paged } from '../../ui/paged';
import { Person } from '../../ui/person';
import { Score } from '../subject-result/score';
import { isOpen, type Session } from './session-state';
import dataTableStyles from '../../ui/data-table.module.css';

type Preview = ReadResult<'/api/calibration/{id}/preview'>;
type Subject = ReadResult<'/api/calibration/{id}/entries'>['items'][number];

/** Every subject of the session with the original and the calibrated score. */
export function Scores({ session, preview }: { session: Session; preview: Preview }): ReactNode {
  const t = useTranslations('calibration');
  const { query, isFiltered } = useListQuery({ departmentId: 'department' });
  const list = useRead('/api/calibration/{id}/entries', { path: { id: session.id }, query }, { keepPrevious: true });
  return (
    <>
      <Filters>
        <SearchFilter />
        <ChoiceFilter name="department" label={t('department')} choices={departmentsOf(preview)} />
      </Filters>
      <Loaded read={list}>
        {(shown) => (
          <Paged shown={shown}>
            <SubjectTable session={session} subjects={shown.items} isFiltered={isFiltered} />
          </Paged>
        )}
      </Loaded>
    </>
  );
}

function departmentsOf({ places }: Preview): { value: string; text: string }[] {
  const names = new Map(places.map(({ departmentId, department }) => [departmentId, department]));
  return [...names]
    .flatMap(([value, text]) => (value === null || text === null ? [] : [{ value, text }]))
    .sort((a, b) => a.text.localeCompare(b.text));
}

/** A subject with an entry. */
type Calibrated = Pick<Subject, 'subjectId' | 'subject'> & { entry: NonNullable<Subject['entry']> };

interface TableProps {
  session: Session;
  subjects: readonly Subject[];
  isFiltered: boolean;
}

function SubjectTable({ session, subjects, isFiltered }: TableProps): ReactNode {
  const t = useTranslations('calibration');
  const format = useFormatter();
  const menu = useSubjectMenu(session);
  const columns: Column<Subject>[] = [
    {
      name: 'subject',
      heading: t('subjectHeading'),
      cell: ({ subjectId, subject, department }) => (
        <Person id={subjectId} name={subject}>
          <Link href={`/cycles/${session.cycleId}/results/${subjectId}`}>{subject}</Link>
          {department !== null && <span className={dataTableStyles.below}>{department}</span>}
        </Person>
      ),
    },
    { name: 'overall', heading: t('original'), isNumber: true, cell: ({ overall }) => <Score value={overall} /> },
    { name: 'effective', heading: t('now'), isNumber: true, cell: ({ effective }) => <Score value={effective} /> },
    {
      name: 'calibrated',
      heading: t('calibrated'),
      isNumber: true,
      cell: ({ entry }) => (entry ? <b>{format.number(entry.calibrated, { minimumFractionDigits: 2 })}</b> : null),
    },
    { name: 'reason', heading: t('reason'), cell: ({ entry }) => entry && <Reason entry={entry} /> },
  ];
  return (
    <DataTable
      label={t('view.scores')}
      columns={columns}
      rows={subjects}
      rowKey={({ subjectId }) => subjectId}
      empty={<p>{isFiltered ? t('noneFound') : t('noMembers')}</p>}
      menu={isOpen(session) ? menu : undefined}
    />
  );
}

function Reason({ entry: { reason, by } }: { entry: NonNullable<Subject['entry']> }): ReactNode {
  return (
    <>
      {reason}
      {by !== null && <span className={dataTableStyles.below}>{by}</span>}
    </>
  );
}

function useSubjectMenu(session: Session): (subject: Subject) => RowMenuProps {
  const t = useTranslations('calibration');
  const nineBox = useTranslations('nineBox');
  const address = useAddress();
  const remove = useSend(
    ({ subjectId, entry }: Calibrated) => {
      const params = { path: { id: session.id, subjectId }, header: ifMatch(entry) };
      return answered(api.DELETE('/api/calibration/{id}/entries/{subjectId}', { params }));
    },
    {
      refreshes: ['/api/calibration'],
      onDone: (_result, { subject }) => notify({ kind: 'done', text: t('removed', { name: subject }) }),
    },
  );
  return ({ subjectId, subject, entry }) => {
    const removal = (calibrated: Calibrated): RowAction => ({
      text: t('remove'),
      isDisabled: remove.isPending,
      onAction: () => remove.mutate(calibrated),
    });
    return {
      name: subject,
      actions: [
        { text: nineBox('move'), onAction: () => address.change({ calibrate: subjectId, box: '' }) },
        ...(entry ? [removal({ subjectId, subject, entry })] : []),
      ],
    };
  };
}
