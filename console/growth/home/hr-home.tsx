import { clsx } from 'clsx';
import { CircleCheck, Circle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { mayPass } from '../../../shared/kernel/permissions';
import { useProfile, visitorOf } from '../../app/session';
import { type ReadResult, useRead } from '../../http/use-read';
import { useCalendarDate } from '../../texts/calendar-date';
import { Bar } from '../../ui/bar';
import { Loaded } from '../../ui/loaded';
import buttonStyles from '../../ui/button.module.css';
import styles from './home.module.css';

type Steps = ReadResult<'/api/tenant-settings/first-steps'>;
type Step = Steps['steps'][number];

const ICON_SIZE = 18;

/** For HR: the way to the first cycle until one was opened, and from then on the cycles that take answers. */
export function HrHome(): ReactNode {
  const { roles } = visitorOf(useProfile());
  const isHr = mayPass(roles, 'cycles:manage');
  const read = useRead('/api/tenant-settings/first-steps', undefined, { enabled: isHr, isFresh: true });
  if (!isHr) return null;
  return (
    <Loaded read={read}>
      {({ steps, runningCycles }) => {
        const isUnderWay = steps.some(({ key, isDone }) => key === 'cycle' && isDone);
        return (
          <>
            {!isUnderWay && <FirstSteps steps={steps} />}
            {runningCycles.length > 0 && <RunningCycles cycles={runningCycles} />}
          </>
        );
      }}
    </Loaded>
  );
}

function FirstSteps({ steps }: { steps: readonly Step[] }): ReactNode {
  const t = useTranslations('firstSteps');
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <section className="card" aria-labelledby="first-steps">
      <h2 id="first-steps">{t('title')}</h2>
      <p className="muted">{t('text')}</p>
      <ol className={styles.firstSteps}>
        {steps.map(({ key, isDone, count, href }) => {
          const isNext = key === next?.key;
          return (
            <li key={key} aria-current={isNext ? 'step' : undefined}>
              {isDone ? <CircleCheck size={ICON_SIZE} className={styles.done} /> : <Circle size={ICON_SIZE} />}
              <span className={styles.step}>
                <Link href={href}>{t(`${key}.name`)}</Link>
                <span className="muted">{isDone ? t(`${key}.done`, { count }) : t(`${key}.text`)}</span>
              </span>
              {isNext && (
                <span className={styles.stepActions}>
                  {(key === 'competencies' || key === 'jobProfiles' || key === 'template') && (
                    <Link className={buttonStyles.button} href="/starter-sets">
                      {t('starterSet')}
                    </Link>
                  )}
                  <Link className={clsx(buttonStyles.button, buttonStyles.primary)} href={startOf(key, href)}>
                    {t(`${key}.action`)}
                  </Link>
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Where a step begins: employees come by file, and a cycle by its form. */
function startOf(key: Step['key'], href: string): string {
  if (key === 'employees') return `${href}/import`;
  return key === 'cycle' ? `${href}?edit=new` : href;
}

function RunningCycles({ cycles }: { cycles: Steps['runningCycles'] }): ReactNode {
  const t = useTranslations('firstSteps');
  const format = useFormatter();
  const date = useCalendarDate();
  return (
    <section className="card" aria-labelledby="running-cycles">
      <h2 id="running-cycles">{t('running')}</h2>
      <ul className={styles.rows}>
        {cycles.map(({ id, name, submitted, asked, endDate }) => {
          const share = asked === 0 ? 0 : submitted / asked;
          return (
            <li key={id}>
              <span className={styles.step}>
                <Link href={`/cycles/${id}`}>{name}</Link>
                <span className="muted">
                  {t('progress', {
                    submitted,
                    asked,
                    share: format.number(share, { style: 'percent', maximumFractionDigits: 0 }),
                  })}
                  {endDate !== null && ` · ${t('until', { date: date(endDate) })}`}
                </span>
                <Bar share={share} />
              </span>
              {asked > submitted && (
                <span className={styles.stepActions}>
                  <Link className={buttonStyles.button} href={`/cycles/${id}/participants?status=NotSubmitted`}>
                    {t('whoIsMissing')}
                  </Link>
                  <Link className={buttonStyles.button} href={`/cycles/${id}?edit=deadline-reminder`}>
                    {t('remind')}
                  </Link>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
