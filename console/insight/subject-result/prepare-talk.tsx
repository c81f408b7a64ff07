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

/** What a manager looks at before the talk, and the button that shows the results to the subject after it. */
export function PrepareTalk({ result }: { result: SubjectResult }): ReactNode {
  const t = useTranslations('prepareTalk');
  const format = useFormatter();
  const { subjectId, subject, complete, submitted, totalParticipants, releasedAt } = result;
  if (!isReleasedByManager(result)) return null;
  return (
    <section className="card" aria-labelledby="prepare-talk">
      <h2 id="prepare-talk">{t('title', { name: subject })}</h2>
      {releasedAt === null ? (
        <>
          <p>
            {complete ? t('ready') : t('notReady', { submitted, total: totalParticipants })} {t('text')}
          </p>
          <LastPlan employeeId={subjectId} />
          <Release result={result} />
        </>
      ) : (
        <>
          <p>{t('released', { date: format.dateTime(new Date(releasedAt), { dateStyle: 'medium' }) })}</p>
          <LastPlan employeeId={subjectId} />
        </>
      )}
    </section>
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
