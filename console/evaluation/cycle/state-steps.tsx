import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { answered, api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { RESPOND_ASYNC } from '../../jobs/start-job';
import { notify } from '../../ui/notices';
import { type Cycle, isOpen, isOver } from './cycle-state';
import { MailButton } from './mail-button';
import { Step } from './step';
import { StepButton } from './step-button';
import { Unscored } from './unscored';
import { useCycleJob } from './use-cycle-job';
import styles from './cycle.module.css';

interface StateStepProps {
  cycle: Cycle;
  isNext: boolean;
}

const REFRESHES = ['/api/evaluation-cycles', '/api/evaluation-results', '/api/email-triggers'];

interface OpenProps extends StateStepProps {
  /** The cycle is open, and its evaluators were not told. */
  isAnnouncingNext: boolean;
}

/** "Open": evaluators can answer. */
export function Open({ cycle, isNext, isAnnouncingNext }: OpenProps): ReactNode {
  const t = useTranslations('cycle');
  const name = t('open.name');
  const change = useStatusChange(cycle, 'Open', t('open.done', { name: cycle.name }));
  const isOpened = cycle.status !== 'Draft';
  const { participants } = cycle.counts;
  return (
    <Step
      number={4}
      name={name}
      state={isOpened ? 'done' : isNext ? 'next' : 'later'}
      actions={
        isOpened ? (
          isOpen(cycle) && (
            <MailButton cycle={cycle} kind="cycle-opened" name={t('announceOpen')} isNext={isAnnouncingNext} />
          )
        ) : (
          <StepButton
            name={name}
            isNext={isNext}
            isBusy={change.isPending}
            isDisabled={participants === 0}
            onConfirm={() => change.mutateAsync().catch(() => undefined)}
          >
            <p>{t('open.text', { participants })}</p>
            <p>{t('open.noMail')}</p>
            <WhoIsMissing cycle={cycle} />
          </StepButton>
        )
      }
    >
      <p>{t(openText(cycle), { participants })}</p>
    </Step>
  );
}

/** Who cannot answer, and who would get no score. Read when the question opens, since the page itself does not show it. */
function WhoIsMissing({ cycle: { id } }: { cycle: Cycle }): ReactNode {
  const t = useTranslations('cycle.open');
  const { data } = useRead('/api/evaluation-cycles/{id}/preparation', { path: { id } });
  return (
    data && (
      <>
        {data.withoutAccount > 0 && (
          <p className={styles.warning}>
            {t('withoutAccount', { count: data.withoutAccount })}{' '}
            <Link href="/employees?status=Active">{t('invite')}</Link>
          </p>
        )}
        <Unscored preparation={data} isGenerated />
      </>
    )
  );
}

function openText(cycle: Cycle): 'open.text' | 'open.needsEvaluations' | 'open.now' | 'open.over' {
  if (isOver(cycle)) return 'open.over';
  if (isOpen(cycle)) return 'open.now';
  return cycle.counts.participants === 0 ? 'open.needsEvaluations' : 'open.text';
}

/** How many evaluations of the cycle are not submitted. */
const missingOf = ({ counts }: Cycle): number => counts.participants - counts.submitted;

/** "Close": the cycle takes no answers any more, and its gaps are calculated. */
export function Close({ cycle, isNext }: StateStepProps): ReactNode {
  const t = useTranslations('cycle');
  const format = useFormatter();
  const { id, counts, closedAt, gaps } = cycle;
  const name = t('close.name');
  const job = useCycleJob(cycle, { type: 'insight.recalculate-gaps', step: name });
  const missing = missingOf(cycle);
  const params = { path: { id, status: 'Closed' } };
  return (
    <Step
      number={6}
      name={name}
      state={isOver(cycle) ? 'done' : isNext ? 'next' : 'later'}
      actions={
        <StepButton
          name={name}
          isNext={isNext}
          isBusy={job.isBusy}
          isDisabled={!isOpen(cycle)}
          onConfirm={() =>
            job.start(() => api.POST('/api/evaluation-cycles/{id}/status/{status}', { params, headers: RESPOND_ASYNC }))
          }
        >
          <p>{t('close.text')}</p>
          <p>{t('notSubmitted', { missing, participants: counts.participants })}</p>
        </StepButton>
      }
    >
      {closedAt === null ? (
        <p>{t('close.text')}</p>
      ) : (
        <p>{t('close.done', { date: format.dateTime(new Date(closedAt), { dateStyle: 'medium' }) })}</p>
      )}
      {gaps.state !== 'None' && <p className="muted">{t(`close.gaps.${gaps.state}`)}</p>}
    </Step>
  );
}

/** "Publish results": subjects see their own. */
export function Publish({ cycle, isNext }: StateStepProps): ReactNode {
  const t = useTranslations('cycle');
  const format = useFormatter();
  const { id, name: cycleName, counts, resultsPublishedAt, settings } = cycle;
  const name = t('publish.name');
  const missing = missingOf(cycle);
  const publish = useSend(
    () => answered(api.POST('/api/evaluation-results/{cycleId}/publish', { params: { path: { cycleId: id } } })),
    {
      refreshes: REFRESHES,
      onDone: () => notify({ kind: 'done', text: t('publish.published', { name: cycleName }) }),
    },
  );
  const isDone = resultsPublishedAt !== null;
  return (
    <Step
      number={7}
      name={name}
      state={isDone ? 'done' : isNext ? 'next' : 'later'}
      actions={
        isDone ? (
          <MailButton cycle={cycle} kind="results-published" name={t('announceResults')} />
        ) : (
          <>
            <StepButton
              name={name}
              isNext={isNext}
              isBusy={publish.isPending}
              isDisabled={cycle.status !== 'Closed'}
              onConfirm={() => publish.mutateAsync().catch(() => undefined)}
            >
              <p>{t('publish.text', { subjects: counts.subjects })}</p>
              {missing > 0 && <p>{t('notSubmitted', { missing, participants: counts.participants })}</p>}
              {settings.useCalibration && <p>{t('publish.calibration')}</p>}
            </StepButton>
            {settings.release === 'Manager' && isOver(cycle) && (
              <MailButton cycle={cycle} kind="results-published" name={t('announceResults')} />
            )}
          </>
        )
      }
    >
      {isDone ? (
        <p>{t('publish.done', { date: format.dateTime(new Date(resultsPublishedAt), { dateStyle: 'medium' }) })}</p>
      ) : (
        <p>{t('publish.text', { subjects: counts.subjects })}</p>
      )}
      {!isDone && cycle.status === 'Closed' && (
        <p>
          <Link href={`/calibration?cycle=${id}`}>{t('publish.calibrate')}</Link>
        </p>
      )}
      {!isDone && settings.release === 'Manager' && <p className="muted">{t('publish.byManagers')}</p>}
    </Step>
  );
}

/** "Archive": out of the way, with its results. */
export function Archive({ cycle, isNext }: StateStepProps): ReactNode {
  const t = useTranslations('cycle');
  const name = t('archive.name');
  const change = useStatusChange(cycle, 'Archived', t('archive.done', { name: cycle.name }));
  return (
    <Step
      number={8}
      name={name}
      state={cycle.status === 'Archived' ? 'done' : isNext ? 'next' : 'later'}
      actions={
        <StepButton
          name={name}
          isNext={isNext}
          isBusy={change.isPending}
          isDisabled={cycle.status !== 'Closed'}
          onConfirm={() => change.mutateAsync().catch(() => undefined)}
        >
          <p>{t('archive.text')}</p>
        </StepButton>
      }
    >
      <p>{t('archive.text')}</p>
    </Step>
  );
}

/** "Reopen": evaluators can answer again; what was published is withdrawn. */
export function Reopen({ cycle }: { cycle: Cycle }): ReactNode {
  const t = useTranslations('cycle');
  const format = useFormatter();
  const name = t('reopen.name');
  const change = useStatusChange(cycle, 'Open', t('reopen.done', { name: cycle.name }));
  const { answersDeletedAt, reopenedAt } = cycle;
  const canReopen = isOver(cycle) && answersDeletedAt === null;
  const day = (instant: string): string => format.dateTime(new Date(instant), { dateStyle: 'medium' });
  return (
    <Step
      number={9}
      name={name}
      state={canReopen ? 'possible' : 'later'}
      actions={
        <StepButton
          name={name}
          isDanger
          isBusy={change.isPending}
          isDisabled={!canReopen}
          onConfirm={() => change.mutateAsync().catch(() => undefined)}
        >
          <p>{t('reopen.text')}</p>
          <p>{t('reopen.ask', { missing: missingOf(cycle), subjects: cycle.counts.subjects })}</p>
        </StepButton>
      }
    >
      <p>{answersDeletedAt === null ? t('reopen.text') : t('reopen.final', { date: day(answersDeletedAt) })}</p>
      {reopenedAt !== null && <p className="muted">{t('reopen.last', { date: day(reopenedAt) })}</p>}
    </Step>
  );
}

function useStatusChange(
  { id }: Cycle,
  status: Cycle['status'],
  doneText: string,
): ReturnType<typeof useSend<unknown>> {
  const params = { path: { id, status } };
  return useSend<unknown>(() => answered(api.POST('/api/evaluation-cycles/{id}/status/{status}', { params })), {
    refreshes: REFRESHES,
    onDone: () => notify({ kind: 'done', text: doneText }),
  });
}
