import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PageTitle } from '../../app/page-title';
import { forgetStoredAnswers } from '../../app/stored-answers';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import { useCalendarDate } from '../../texts/calendar-date';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';
import { GUEST } from '../my-evaluation/answering';
import { DeclineDialog } from './decline-dialog';
import type { GuestView } from './entrance';
import styles from './guest.module.css';

type Task = GuestView['evaluations'][number];

/** Who asks, about whom, why and until when, with what is still to be answered. */
export function GuestTasks({ page, onOpen }: { page: GuestView; onOpen: (id: string) => void }): ReactNode {
  const t = useTranslations('guest');
  const date = useCalendarDate();
  const { name, organization, cycle, endDate, privacyUrl, evaluations } = page;
  const open = evaluations.filter(({ status }) => status === 'InProgress');
  const isDone = evaluations.length > 0 && open.length === 0;
  return (
    <div className="stack">
      <PageTitle>{isDone ? t('allDone') : t('title', { organization })}</PageTitle>
      {isDone && <p role="status">{t('allDoneText')}</p>}
      {evaluations.length === 0 && <p role="status">{t('nothing')}</p>}
      {open.length > 0 && (
        <>
          <p>{t('forWhom', { name: name ?? '' })}</p>
          <p>{t('why', { organization, cycle })}</p>
          {endDate !== null && <p>{t('until', { date: date(endDate) })}</p>}
        </>
      )}
      {evaluations.length > 0 && (
        <ul className={styles.tasks} aria-label={t('tasks')}>
          {evaluations.map((task) => (
            <TaskRow key={task.id} task={task} onOpen={() => onOpen(task.id)} />
          ))}
        </ul>
      )}
      <footer className={styles.foot}>
        {privacyUrl !== null && (
          <a href={privacyUrl} target="_blank" rel="noopener noreferrer">
            {t('privacy', { organization })}
          </a>
        )}
        <EraseButton />
      </footer>
    </div>
  );
}

function TaskRow({ task, onOpen }: { task: Task; onOpen: () => void }): ReactNode {
  const t = useTranslations('guest');
  const [isDeclining, setDeclining] = useState(false);
  const { id, subject, status, startedAt } = task;
  const name = subject.name ?? t('deleted');
  const isOpen = status === 'InProgress';
  const begin = startedAt === null ? t('answer') : t('continue');
  return (
    <li className="card">
      <h2>{name}</h2>
      {isOpen ? (
        <div className={styles.steps}>
          <Button kind="primary" onClick={onOpen} aria-label={t('about', { step: begin, name })}>
            {begin}
          </Button>
          <Button onClick={() => setDeclining(true)} aria-label={t('about', { step: t('decline'), name })}>
            {t('decline')}
          </Button>
        </div>
      ) : (
        <div className={styles.steps}>
          <Badge tone="good">{t('submitted')}</Badge>
          <Button kind="quiet" onClick={onOpen} aria-label={t('about', { step: t('show'), name })}>
            {t('show')}
          </Button>
        </div>
      )}
      {isDeclining && <DeclineDialog id={id} name={name} onClose={() => setDeclining(false)} />}
    </li>
  );
}

function EraseButton(): ReactNode {
  const t = useTranslations('guest');
  const [isAsking, setAsking] = useState(false);
  const erase = useSend(() => answered(api.POST('/api/guest/erase')), {
    refreshes: ['/api/guest'],
    onDone: () => {
      forgetStoredAnswers(GUEST);
      setAsking(false);
    },
  });
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {t('erase')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('eraseTitle')}
          action={t('erase')}
          kind="danger"
          isBusy={erase.isPending}
          onConfirm={() => erase.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{t('eraseText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
