import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link, useLocation } from 'wouter';
import { useListQuery } from '../../app/use-list-query';
import { choicesOf } from '../../form/choices';
import { TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { useRead } from '../../http/use-read';
import { ListTable } from '../../list/list-table';
import { Button } from '../../ui/button';
import { CancelButton } from '../../ui/cancel-button';
import type { Column } from '../../ui/data-table';
import { Dialog } from '../../ui/dialog';
import { ChoiceFilter, SearchFilter } from '../../ui/filters';
import { ListPage } from '../../ui/list-page';
import { type PulseSurvey, SURVEY_PATHS, SURVEY_STATUSES, SurveyState } from '../pulse-survey/survey-state';
import { EnpsTrend } from './enps-trend';
import dataTableStyles from '../../ui/data-table.module.css';

/** /pulse-surveys: the surveys of the organization, the newest first. */
export function PulseSurveysPage(): ReactNode {
  const t = useTranslations('pulseSurveys');
  const pages = useTranslations('pages');
  const statuses = useTranslations('surveyStatus');
  const [isAdding, setAdding] = useState(false);
  const { query, isFiltered } = useListQuery({ status: 'status' });
  const list = useRead('/api/pulse-surveys', { query }, { keepPrevious: true });
  return (
    <ListPage
      title={pages('pulseSurveys')}
      actions={
        <Button kind="primary" onClick={() => setAdding(true)}>
          {t('new')}
        </Button>
      }
      filters={
        <>
          <SearchFilter />
          <ChoiceFilter name="status" label={t('status')} choices={choicesOf(SURVEY_STATUSES, statuses)} />
        </>
      }
      read={list}
      table={(rows) => <SurveyTable surveys={rows} isFiltered={isFiltered} />}
    >
      <EnpsTrend />
      {isAdding && <NewSurveyDialog onClose={() => setAdding(false)} />}
    </ListPage>
  );
}

function SurveyTable({ surveys, isFiltered }: { surveys: readonly PulseSurvey[]; isFiltered: boolean }): ReactNode {
  const t = useTranslations('pulseSurveys');
  const pages = useTranslations('pages');
  const format = useFormatter();
  const day = (instant: string): string => format.dateTime(new Date(instant), { dateStyle: 'medium' });
  const columns: Column<PulseSurvey>[] = [
    {
      name: 'name',
      heading: t('name'),
      cell: ({ id, name, departments }) => (
        <>
          <Link href={`/pulse-surveys/${id}`}>{name}</Link>
          <span className={dataTableStyles.below}>
            {departments.length === 0 ? t('everyone') : departments.join(', ')}
          </span>
        </>
      ),
    },
    { name: 'status', heading: t('status'), cell: ({ status }) => <SurveyState status={status} /> },
    {
      name: 'dates',
      heading: t('dates'),
      cell: ({ openedAt, closedAt }) =>
        openedAt && (
          <span className={dataTableStyles.date}>
            {closedAt ? `${day(openedAt)} – ${day(closedAt)}` : t('since', { date: day(openedAt) })}
          </span>
        ),
    },
    {
      name: 'participation',
      heading: t('participation'),
      isNumber: true,
      cell: ({ invited, responses, participationRate }) =>
        invited !== null && (
          <>
            {format.number(participationRate ?? 0, { style: 'percent', maximumFractionDigits: 0 })}
            <span className={dataTableStyles.below}>{t('responses', { responses, invited })}</span>
          </>
        ),
    },
    {
      name: 'enps',
      heading: t('enps'),
      isNumber: true,
      cell: ({ status, eNPS }) =>
        eNPS === null
          ? status === 'Closed' && <span className="muted">{t('hidden')}</span>
          : format.number(eNPS, { signDisplay: 'exceptZero' }),
    },
  ];
  return (
    <ListTable
      label={pages('pulseSurveys')}
      list="pulse-surveys"
      columns={columns}
      rows={surveys}
      rowKey={({ id }) => id}
      empty={<p>{isFiltered ? t('noneFound') : t('empty')}</p>}
    />
  );
}

/** A draft with its name; its questions follow on its page. */
function NewSurveyDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTranslations('pulseSurveys');
  const [, navigate] = useLocation();
  return (
    <Dialog title={t('new')} onClose={onClose}>
      <Form<{ name: string }, PulseSurvey>
        name="pulse survey"
        label={t('new')}
        values={{ name: '' }}
        submit={(body) => answered(api.POST('/api/pulse-surveys', { body }))}
        onSaved={(_typed, { id }) => {
          void refresh(...SURVEY_PATHS);
          navigate(`/pulse-surveys/${id}`);
        }}
        action={t('create')}
        secondary={<CancelButton />}
      >
        <TextField name="name" label={t('name')} hint={t('nameHint')} required maxLength={200} />
      </Form>
    </Dialog>
  );
}
