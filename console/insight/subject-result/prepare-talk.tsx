import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { answered, api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { AskingButton } from '../../ui/asking-button';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import type { SubjectResult } from './subject-result';
import styles from './prepare-talk.module.css';

const isReleasedByManager = ({ release, cycleStatus }: SubjectResult): boolean =>
  release === 'Manager' && cycleStatus !== 'Draft';

/** Whether the page is to release results that the subject does not see yet. */
export const awaitsRelease = (result: SubjectResult): boolean =>
  isReleasedByManager(result) && result.releasedAt === null;

interface PrepareTalkProps {
  result: SubjectResult;
  /** The viewer is the subject's manager, and reads the page for the talk. */
  isManager: boolean;
}

/** What a manager looks at before the talk, and where they release the results, the button that shows them to the subject after it. */
export function PrepareTalk({ result, isManager }: PrepareTalkProps): ReactNode {
  const t = useTranslations('prepareTalk');
  const { cycleId, subjectId, subject, releasedAt } = result;
  const isReleasing = isReleasedByManager(result);
  if (!isManager && !isReleasing) return null;
  return (
    <section className="card" aria-labelledby="prepare-talk">
      <h2 id="prepare-talk">{t('title', { name: subject })}</h2>
      {isReleasing && <ReleaseState result={result} />}
      {isManager && <OwnAnswers cycleId={cycleId} subjectId={subjectId} />}
      {isManager && <Goals ownerEmployeeId={subjectId} />}
      <LastPlan employeeId={subjectId} />
      {isReleasing && releasedAt === null && <Release result={result} />}
    </section>
  );
}

function ReleaseState({
  result: { complete, submitted, totalParticipants, releasedAt },
}: {
  result: SubjectResult;
}): ReactNode {
  const t = useTranslations('prepareTalk');
  const format = useFormatter();
  if (releasedAt !== null)
    return <p>{t('released', { date: format.dateTime(new Date(releasedAt), { dateStyle: 'medium' }) })}</p>;
  return (
    <p>
      {complete ? t('ready') : t('notReady', { submitted, total: totalParticipants })} {t('text')}
    </p>
  );
}

function OwnAnswers({ cycleId, subjectId }: { cycleId: string; subjectId: string }): ReactNode {
  const t = useTranslations('prepareTalk');
  const read = useRead('/api/my-evaluations', { query: { cycleId, pageSize: 200 } });
  return (
    <Loaded read={read}>
      {({ items }) => {
        const own = items.find((evaluation) => evaluation.subjectId === subjectId);
        return (
          own && (
            <p>
              <Link href={`/my-evaluations/${own.id}`}>{t('ownAnswers')}</Link>
            </p>
          )
        );
      }}
    </Loaded>
  );
}

/** The goals that were last worked on, and how far they are. */
function Goals({ ownerEmployeeId }: { ownerEmployeeId: string }): ReactNode {
  const t = useTranslations('prepareTalk');
  const format = useFormatter();
  const goals = useRead('/api/goals', { query: { ownerEmployeeId, pageSize: 10 } });
  return (
    <Loaded read={goals}>
      {({ items }) =>
        items.length === 0 ? (
          <p className="muted">{t('noGoals')}</p>
        ) : (
          <>
            <p>{t('goals')}</p>
            <ul className={styles.goals}>
              {items.map(({ id, title, progress }) => (
                <li key={id}>
                  <Link href={`/goals/${id}`}>{title}</Link>{' '}
                  <span className="muted">{format.number(progress / 100, { style: 'percent' })}</span>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </Loaded>
  );
}

function LastPlan({ employeeId }: { employeeId: string }): ReactNode {
  const t = useTranslations('prepareTalk');
  const statuses = useTranslations('planStatus');
  const plans = useRead('/api/development-plans', { query: { employeeId, pageSize: 1 } });
  return (
    <Loaded read={plans}>
      {({ items: [plan] }) =>
        plan === undefined ? (
          <p className="muted">{t('noPlan')}</p>
        ) : (
          <p>
            {t('lastPlan')} <Link href={`/development-plans/${plan.id}`}>{plan.title}</Link>{' '}
            <span className="muted">{statuses(plan.status)}</span>
          </p>
        )
      }
    </Loaded>
  );
}

function Release({ result: { cycleId, subjectId, subject, cycleStatus } }: { result: SubjectResult }): ReactNode {
  const t = useTranslations('prepareTalk');
  const release = useSend(
    () =>
      answered(
        api.POST('/api/evaluation-results/{cycleId}/subjects/{subjectId}/release', {
          params: { path: { cycleId, subjectId } },
        }),
      ),
    {
      refreshes: ['/api/evaluation-results', '/api/dashboards'],
      onDone: () => notify({ kind: 'done', text: t('done', { name: subject }) }),
    },
  );
  return (
    <div className={styles.release}>
      <AskingButton
        name={t('release')}
        kind="primary"
        title={t('ask', { name: subject })}
        isBusy={release.isPending}
        isDisabled={cycleStatus !== 'Closed'}
        onConfirm={(close) =>
          void release
            .mutateAsync()
            .catch(() => undefined)
            .finally(close)
        }
      >
        <p>{t('askText')}</p>
      </AskingButton>
    </div>
  );
}
