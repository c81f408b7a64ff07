import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { EVALUATOR_TYPES } from '../../../shared/framework/evaluator-type';
import type { PageProps } from '../../app/route';
import { useAddress } from '../../app/use-address';
import { useListQuery } from '../../app/use-list-query';
import { choicesOf } from '../../form/choices';
import { useRead } from '../../http/use-read';
import type { Bulk } from '../../list/bulk';
import { ListTable } from '../../list/list-table';
import { Badge } from '../../ui/badge';
import type { Column } from '../../ui/data-table';
import { ChoiceFilter, DateFilter, SearchFilter } from '../../ui/filters';
import { ListPage } from '../../ui/list-page';
import { Loaded } from '../../ui/loaded';
import { Person } from '../../ui/person';
import { type Cycle, isOver } from '../cycle/cycle-state';
import { AddEvaluatorDialog } from './add-evaluator-dialog';
import type { Participant } from './participant';
import { ParticipantActions } from './participant-actions';
import { useParticipantsBulk } from './use-participants-bulk';
import buttonStyles from '../../ui/button.module.css';

const STATUSES = Object.values(ParticipantStatus);
const TONES = { InProgress: 'plain', Submitted: 'good', Acknowledged: 'info' } as const;

/** /cycles/:id/participants: who evaluates whom in a cycle, and how far they are. */
export function ParticipantsPage({ params: { id = '' } }: PageProps): ReactNode {
  const cycle = useRead('/api/evaluation-cycles/{id}', { path: { id } });
  return <Loaded read={cycle}>{(found) => <ParticipantsOf cycle={found} />}</Loaded>;
}

function ParticipantsOf({ cycle }: { cycle: Cycle }): ReactNode {
  const t = useTranslations('participants');
  const statuses = useTranslations('participantStatus');
  const types = useTranslations('evaluatorType');
  const address = useAddress();
  const { id, name } = cycle;
  const { query, isFiltered } = useListQuery({
    evaluatorType: 'type',
    status: 'status',
    subjectId: 'subject',
    submittedOn: 'day',
  });
  const list = useRead('/api/evaluation-cycles/{id}/participants', { path: { id }, query }, { keep: true });
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
            <Link className={clsx(buttonStyles.button, buttonStyles.primary)} href={address.with({ edit: 'new' })}>
              {t('add')}
            </Link>
          )}
        </>
      }
      filters={
        <>
          <SearchFilter />
          <ChoiceFilter name="type" label={t('type')} choices={choicesOf(EVALUATOR_TYPES, types)} />
          <ChoiceFilter name="status" label={t('status')} choices={choicesOf(STATUSES, statuses)} />
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
      <AddEvaluatorDialog cycleId={id} />
    </ListPage>
  );
}

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
  const columns: Column<Participant>[] = [
    {
      name: 'subject',
      heading: t('subject'),
      cell: ({ subject, subjectId }) => (
        <Person id={subjectId} name={subject}>
          <Link href={address.with({ subject: subjectId, page: '' })}>{subject ?? t('deleted')}</Link>
        </Person>
      ),
    },
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
      cell: ({ status, startedAt, withdrawn }) => {
        if (withdrawn) return <Badge tone="warn">{t('withdrawn')}</Badge>;
        if (status === 'InProgress' && startedAt === null) return <Badge>{t('notStarted')}</Badge>;
        return <Badge tone={TONES[status]}>{statuses(status)}</Badge>;
      },
    },
    {
      name: 'submitted',
      heading: t('submittedAt'),
      cell: ({ submittedAt }) =>
        submittedAt !== null && format.dateTime(new Date(submittedAt), { dateStyle: 'medium' }),
    },
  ];
  return (
    <ListTable
      label={t('title', { name: cycle.name })}
      list="participants"
      bulk={isOver(cycle) ? undefined : bulk}
      columns={columns}
      rows={participants}
      rowKey={({ id }) => id}
      empty={isFiltered ? <p>{t('noneFound')}</p> : <Empty cycle={cycle} />}
      actions={(participant) => <ParticipantActions cycle={cycle} participant={participant} />}
    />
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
