import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { answered, api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { RESPOND_ASYNC } from '../../jobs/start-job';
import { notify } from '../../ui/notices';
import type { CalibrationState } from './calibration-state';
import { AskedByMail, SentCycleMails } from './cycle-mails';
import { type Cycle, isOpen, isOver } from './cycle-state';
import { MailButton } from './mail-button';
import { Step } from './step';
import { StepButton } from './step-button';
import { StepJob } from './step-job';
import { Unscored } from './unscored';
import { useCycleJob } from './use-cycle-job';
import buttonStyles from '../../ui/button.module.css';
import styles from './cycle.module.css';

interface StateStepProps {
  cycle: Cycle;
  isNext: boolean;
}

const REFRESHES = ['/api/evaluation-cycles', '/api/evaluation-results', '/api/email-triggers'];

interface OpenProps extends StateStepProps {
  /** The cycle is open, and its evaluators have not been notified. */
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
            <p>{t(cycle.settings.reminders.sendOpening ? 'open.mailAtEight' : 'open.noMail')}</p>
            <GuestsMailed cycle={cycle} />
            {cycle.settings.peerNomination !== 'Off' && <AskedByMail cycle={cycle} />}
            <WhoIsMissing cycle={cycle} />
          </StepButton>
        )
      }
    >
      <p>{t(openText(cycle), { participants })}</p>
      {isOpened && (
        <>
          <SentCycleMails cycle={cycle} kinds={['cycle-opened', 'nominations-asked', 'evaluations-added']} />
          {isOpen(cycle) && cycle.announcedAt !== null && <p className="muted">{t('mail.later')}</p>}
        </>
      )}
      <StepJob cycle={cycle} type="evaluation.send-cycle-mail" part="cycle-opened" />
    </Step>
  );
}

/** Guests get their links when the cycle opens. */
function GuestsMailed({ cycle: { id } }: { cycle: Cycle }): ReactNode {
  const t = useTranslations('cycle.open');
  const { data } = useRead('/api/guests', { query: { cycleId: id, pageSize: 1 } });
  const { totalCount: count = 0 } = data ?? {};
  return count > 0 && <p>{t('guestsMailed', { count })}</p>;
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
      name={name}
      state={isOver(cycle) ? 'done' : isNext ? 'next' : 'later'}
      actions={
        !isOver(cycle) && (
          <StepButton
            name={name}
            isNext={isNext}
            isBusy={job.isBusy}
            isDisabled={!isOpen(cycle)}
            onConfirm={() =>
              job.start(() =>
                api.POST('/api/evaluation-cycles/{id}/status/{status}', { params, headers: RESPOND_ASYNC }),
              )
            }
          >
            <p>{t('close.text')}</p>
            <p>{t('notSubmitted', { missing, participants: counts.participants })}</p>
            <p>{t('mail.none')}</p>
          </StepButton>
        )
      }
    >
      {closedAt === null ? (
        <p>{t('close.text')}</p>
      ) : (
        <p>{t('close.done', { date: format.dateTime(new Date(closedAt), { dateStyle: 'medium' }) })}</p>
      )}
      {gaps.state !== 'None' && <p className="muted">{t(`close.gaps.${gaps.state}`)}</p>}
      <StepJob cycle={cycle} type="insight.recalculate-gaps" />
    </Step>
  );
}

interface CalibrateProps extends StateStepProps {
  /** Whether an applied session and every report say that nothing waits for calibration; undefined while it is not known. */
  calibration: CalibrationState | undefined;
}

/** "Calibrate", of a cycle that uses it: leads to a new session, or to those that there are. */
export function Calibrate({ cycle, isNext, calibration }: CalibrateProps): ReactNode {
  const t = useTranslations('cycle.calibrate');
  const { id, status } = cycle;
  const isPossible = isOpen(cycle) || status === 'Closed';
  const isDone = calibration?.isDone ?? false;
  const hasSessions = calibration !== undefined && calibration.sessions > 0;
  return (
    <Step
      name={t('name')}
      state={isDone ? 'done' : isNext ? 'next' : isPossible ? 'possible' : 'later'}
      actions={
        isPossible &&
        calibration && (
          <Link
            className={clsx(buttonStyles.button, isNext && buttonStyles.primary)}
            href={`/calibration?cycle=${id}${hasSessions ? '' : '&edit=new'}`}
          >
            {t(hasSessions ? 'sessions' : 'name')}
          </Link>
        )
      }
    >
      {isDone ? (
        <p>{t('done')}</p>
      ) : (
        <>
          <p>{t('text', { subjects: cycle.counts.subjects })}</p>
          {calibration !== undefined && isOver(cycle) && <p>{t('waiting', { count: calibration.waiting })}</p>}
        </>
      )}
    </Step>
  );
}

interface PublishProps extends StateStepProps {
  /** The cycle uses calibration, and it is not done. */
  isCalibrationMissing: boolean;
}

/** "Publish results": subjects see their own. */
export function Publish({ cycle, isNext, isCalibrationMissing }: PublishProps): ReactNode {
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
              {isCalibrationMissing && <p>{t('publish.calibration')}</p>}
              <p>{t('publish.noMail')}</p>
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
      {isOver(cycle) && <SentCycleMails cycle={cycle} kinds={['results-published']} />}
      {!isDone && settings.release === 'Manager' && <p className="muted">{t('publish.byManagers')}</p>}
      <StepJob cycle={cycle} type="evaluation.send-cycle-mail" part="results-published" />
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
      name={name}
      state={cycle.status === 'Archived' ? 'done' : isNext ? 'next' : 'later'}
      actions={
        cycle.status !== 'Archived' && (
          <StepButton
            name={name}
            isNext={isNext}
            isBusy={change.isPending}
            isDisabled={cycle.status !== 'Closed'}
            onConfirm={() => change.mutateAsync().catch(() => undefined)}
          >
            <p>{t('archive.text')}</p>
            <p>{t('mail.none')}</p>
          </StepButton>
        )
      }
    >
      <p>{t(cycle.status === 'Archived' ? 'archive.isDone' : 'archive.text')}</p>
    </Step>
  );
}

/** "Reopen", which is no step on the way: evaluators can answer again; what was published is withdrawn. */
export function Reopen({ cycle }: { cycle: Cycle }): ReactNode {
  const t = useTranslations('cycle');
  const format = useFormatter();
  const name = t('reopen.name');
  const change = useStatusChange(cycle, 'Open', t('reopen.done', { name: cycle.name }));
  const { answersDeletedAt, reopenedAt } = cycle;
  const day = (instant: string): string => format.dateTime(new Date(instant), { dateStyle: 'medium' });
  return (
    <div className={styles.reopen}>
      <div>
        <p>{answersDeletedAt === null ? t('reopen.text') : t('reopen.final', { date: day(answersDeletedAt) })}</p>
        {reopenedAt !== null && <p className="muted">{t('reopen.last', { date: day(reopenedAt) })}</p>}
      </div>
      <StepButton
        name={name}
        isDanger
        isBusy={change.isPending}
        isDisabled={answersDeletedAt !== null}
        onConfirm={() => change.mutateAsync().catch(() => undefined)}
      >
        <p>{t('reopen.text')}</p>
        <p>{t('reopen.ask', { missing: missingOf(cycle), subjects: cycle.counts.subjects })}</p>
        <p>{t('mail.none')}</p>
      </StepButton>
    </div>
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
