import { clsx } from 'clsx';
import { type ReactNode, Suspense } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { EVALUATOR_TYPES } from '../../../shared/framework/evaluator-type';
import { Pending } from '../../app/ready-mark';
import type { PageProps } from '../../app/route';
import { useAddress } from '../../app/use-address';
import { useListQuery } from '../../app/use-list-query';
import { choicesOf, rowChoices } from '../../form/choices';
import { useRead } from '../../http/use-read';
import type { Bulk } from '../../list/bulk';
import { ListTable } from '../../list/list-table';
import { Badge } from '../../ui/badge';
import type { Column } from '../../ui/data-table';
import { ChoiceFilter, DateFilter, SearchFilter } from '../../ui/filters';
import { lazyPart } from '../../ui/lazy-part';
import { ListPage } from '../../ui/list-page';
import { Loaded } from '../../ui/loaded';
import { Person } from '../../ui/person';
import { type Cycle, isOver } from '../cycle/cycle-state';
import { useAllowsGuests } from '../guests/use-allows-guests';
import type { Participant, ParticipantQuery } from './participant';
import { useParticipantMenu } from './use-participant-menu';
import { useParticipantsBulk } from './use-participants-bulk';
import buttonStyles from '../../ui/button.module.css';
import dataTableStyles from '../../ui/data-table.module.css';

/** How far an evaluation is, as the filter says it, and what the API is asked for. */
const STATES = {
  NotSubmitted: { progress: 'NotSubmitted' },
  NotStarted: { progress: 'NotStarted' },
  InProgress: { progress: 'Started' },
  Submitted: { status: 'Submitted' },
  Acknowledged: { status: 'Acknowledged' },
} as const;
const STATE_NAMES = Object.keys(STATES) as (keyof typeof STATES)[];
const ORDERS = ['subject', '-subject', 'department', '-department', 'progress', '-progress'] as const;
const TONES = { InProgress: 'plain', Submitted: 'good', Acknowledged: 'info' } as const;

const AddEvaluatorDialog = lazyPart(async () => ({
  default: (await import('./add-evaluator-dialog')).AddEvaluatorDialog,
}));
const AddSubjectDialog = lazyPart(async () => ({ default: (await import('./add-subject-dialog')).AddSubjectDialog }));

/** /cycles/:id/participants: who evaluates whom in a cycle, and how far they are. */
export function ParticipantsPage({ params: { id = '' } }: PageProps): ReactNode {
  const cycle = useRead('/api/evaluation-cycles/{id}', { path: { id } });
  return <Loaded read={cycle}>{(found) => <ParticipantsOf cycle={found} />}</Loaded>;
}

function ParticipantsOf({ cycle }: { cycle: Cycle }): ReactNode {
  const t = useTranslations('participants');
  const states = useTranslations('participants.states');
  const types = useTranslations('evaluatorType');
  const address = useAddress();
  const { id, name } = cycle;
  const listed = useListQuery({
    evaluatorType: 'type',
    departmentId: 'department',
    subjectId: 'subject',
    submittedOn: 'day',
  });
  const state = STATE_NAMES.find((option) => option === address.get('status'));
  const query: ParticipantQuery = {
    ...listed.query,
    ...(state && STATES[state]),
    sort: ORDERS.find((order) => order === address.get('sort')) ?? defaultOrder(listed.query),
  };
  const isFiltered = listed.isFiltered || state !== undefined;
  const list = useRead('/api/evaluation-cycles/{id}/participants', { path: { id }, query }, { keepPrevious: true });
  const departments = useRead('/api/departments/options');
  const allowsGuests = useAllowsGuests();
  const bulk = useParticipantsBulk(cycle, query, list.data?.totalCount ?? 0);
  return (
    <ListPage
      title={t('title', { name })}
      actions={
        <>
          <Link className={buttonStyles.button} href={`/cycles/${id}`}>
            {t('toCycle')}
          </Link>
          {!isOver(cycle) && cycle.counts.subjects > 0 && (
            <>
              {allowsGuests && (
                <Link className={buttonStyles.button} href={`/cycles/${id}/guests`}>
                  {t('guests')}
                </Link>
              )}
              <Link className={buttonStyles.button} href={address.with({ edit: 'subject' })}>
                {t('addSubject')}
              </Link>
              <Link className={clsx(buttonStyles.button, buttonStyles.primary)} href={address.with({ edit: 'new' })}>
                {t('add')}
              </Link>
            </>
          )}
        </>
      }
      filters={
        <>
          <SearchFilter />
          <ChoiceFilter name="type" label={t('type')} choices={choicesOf(EVALUATOR_TYPES, types)} />
          <ChoiceFilter name="department" label={t('department')} choices={rowChoices(departments.data)} />
          <ChoiceFilter name="status" label={t('status')} choices={choicesOf(STATE_NAMES, states)} />
          <DateFilter name="day" label={t('submittedOn')} />
          {query.subjectId !== undefined && (
            <Link className={buttonStyles.button} href={address.with({ subject: '', page: '' })}>
              {t('everybody')}
            </Link>
          )}
        </>
      }
      read={list}
      table={(rows) => <ParticipantTable cycle={cycle} participants={rows} isFiltered={isFiltered} bulk={bulk} />}
    >
      {address.get('edit') !== '' && (
        <Suspense fallback={<Pending />}>
          <AddEvaluatorDialog cycleId={id} />
          <AddSubjectDialog cycleId={id} />
        </Suspense>
      )}
    </ListPage>
  );
}

/** Those who submitted on one day are listed by the time. */
const defaultOrder = ({ submittedOn }: { submittedOn?: string }): 'subject' | undefined =>
  submittedOn === undefined ? 'subject' : undefined;

interface TableProps {
  cycle: Cycle;
  participants: readonly Participant[];
  isFiltered: boolean;
  bulk: Bulk<Participant>;
}

function ParticipantTable({ cycle, participants, isFiltered, bulk }: TableProps): ReactNode {
  const t = useTranslations('participants');
  const statuses = useTranslations('participantStatus');
  const types = useTranslations('evaluatorType');
  const address = useAddress();
  const format = useFormatter();
  const { menu, dialog } = useParticipantMenu(cycle);
  const columns: Column<Participant>[] = [
    {
      name: 'subject',
      heading: t('bySubject'),
      sort: 'subject',
      cell: ({ subject, subjectId }) => (
        <Person id={subjectId} name={subject}>
          <Link href={address.with({ subject: subjectId, page: '' })}>{subject ?? t('deleted')}</Link>
        </Person>
      ),
    },
    { name: 'department', heading: t('department'), sort: 'department', cell: ({ department }) => department ?? '–' },
    {
      name: 'evaluator',
      heading: t('evaluator'),
      cell: ({ evaluatorId, evaluator }) => (
        <Person id={evaluatorId} name={evaluator}>
          {evaluator ?? t('deleted')}
        </Person>
      ),
    },
    { name: 'type', heading: t('type'), cell: ({ evaluatorType }) => types(evaluatorType) },
    {
      name: 'status',
      heading: t('status'),
      sort: 'progress',
      cell: ({ status, startedAt, withdrawn }) => {
        if (withdrawn) return <Badge tone="warn">{t('withdrawn')}</Badge>;
        if (status === 'InProgress' && startedAt === null) return <Badge>{t('states.NotStarted')}</Badge>;
        return <Badge tone={TONES[status]}>{statuses(status)}</Badge>;
      },
    },
    {
      name: 'submitted',
      heading: t('submittedAt'),
      cell: ({ submittedAt }) =>
        submittedAt !== null && (
          <span className={dataTableStyles.date}>
            {format.dateTime(new Date(submittedAt), { dateStyle: 'medium' })}
          </span>
        ),
    },
  ];
  return (
    <>
      <ListTable
        label={t('title', { name: cycle.name })}
        list="participants"
        bulk={isOver(cycle) ? undefined : bulk}
        columns={columns}
        rows={participants}
        rowKey={({ id }) => id}
        defaultSort={address.get('day') === '' ? 'subject' : ''}
        empty={isFiltered ? <p>{t('noneFound')}</p> : <Empty cycle={cycle} />}
        menu={menu}
      />
      {dialog}
    </>
  );
}

function Empty({ cycle: { id } }: { cycle: Cycle }): ReactNode {
  const t = useTranslations('participants');
  return (
    <>
      <p>{t('empty')}</p>
      <Link className={buttonStyles.button} href={`/cycles/${id}`}>
        {t('toSteps')}
      </Link>
    </>
  );
}
