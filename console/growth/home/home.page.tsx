import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PageTitle } from '../../app/page-title';
import { useProfile } from '../../app/session';
import { type ReadResult, useRead } from '../../http/use-read';
import { useCalendarDate } from '../../texts/calendar-date';
import { Loaded } from '../../ui/loaded';
import { Person } from '../../ui/person';
import { WithoutTypes } from '../../ui/without-types';
import { HrHome } from './hr-home';
import styles from './home.module.css';

type Dashboard = ReadResult<'/api/my-dashboard'>;

/** /: open tasks of the user, and the state of goals, plans and results. */
export function HomePage(): ReactNode {
  const pages = useTranslations('pages');
  return (
    <div className="stack">
      <PageTitle>{pages('home')}</PageTitle>
      <HrHome />
      <OwnThings />
    </div>
  );
}

function OwnThings(): ReactNode {
  const dashboard = useRead('/api/my-dashboard');
  return (
    <Loaded read={dashboard}>
      {(data) => (
        <div className={styles.homeGrid}>
          <Waiting data={data} />
          <Goals goals={data.goals} />
          <Result results={data.results} readiness={data.readiness} />
          <Plans plans={data.developmentPlans} />
        </div>
      )}
    </Loaded>
  );
}

function Waiting({ data }: { data: Dashboard }): ReactNode {
  const t = useTranslations('home');
  const team = useTranslations('team');
  const date = useCalendarDate();
  const { employeeId } = useProfile();
  const { evaluationsToAnswer, surveysToAnswer, plansToApprove, nominationsToSubmit, nominationsToDecide } = data;
  const lists = [surveysToAnswer, plansToApprove, nominationsToSubmit];
  const isNothing = evaluationsToAnswer.count + nominationsToDecide === 0 && lists.every((list) => list.length === 0);
  return (
    <section className={clsx('card', styles.wide)} aria-labelledby="home-waiting">
      <h2 id="home-waiting">{t('waiting')}</h2>
      {isNothing && <p className="muted">{t('nothingWaits')}</p>}
      <ul className={styles.rows}>
        {nominationsToSubmit.map(({ cycleId, cycle, endDate }) => (
          <li key={cycleId}>
            <Link href="/my-nominations">{t('namePeers')}</Link>
            <span className="muted">{endDate === null ? cycle : t('until', { cycle, date: date(endDate) })}</span>
          </li>
        ))}
        {nominationsToDecide > 0 && (
          <li>
            <Link href="/team-nominations?status=Submitted">
              {team('nominationsToDecide', { count: nominationsToDecide })}
            </Link>
          </li>
        )}
        {evaluationsToAnswer.items.map(({ id, subjectId, subject, cycle, endDate }) => (
          <li key={id}>
            <Person id={subjectId} name={subject}>
              <Link href={`/my-evaluations/${id}`}>
                {t('evaluationOf', { name: subject ?? '–', isOwn: String(subjectId === employeeId) })}
              </Link>
            </Person>
            <span className="muted">{endDate === null ? cycle : t('until', { cycle, date: date(endDate) })}</span>
          </li>
        ))}
        {plansToApprove.map(({ id, title, employeeId, employee }) => (
          <li key={id}>
            <Link href={`/development-plans/${id}`}>{t('planToApprove', { title })}</Link>
            <Person id={employeeId} name={employee} />
          </li>
        ))}
        {surveysToAnswer.map(({ id, name }) => (
          <li key={id}>
            <Link href={`/surveys/${id}`}>{name}</Link>
            <span className="muted">{t('survey')}</span>
          </li>
        ))}
      </ul>
      {evaluationsToAnswer.count > evaluationsToAnswer.items.length && (
        <p>
          <Link href="/my-evaluations">{t('allEvaluations', { count: evaluationsToAnswer.count })}</Link>
        </p>
      )}
    </section>
  );
}

function Goals({ goals }: { goals: Dashboard['goals'] }): ReactNode {
  const t = useTranslations('home');
  const pages = useTranslations('pages');
  const format = useFormatter();
  const date = useCalendarDate();
  return (
    <section className="card" aria-labelledby="home-goals">
      <h2 id="home-goals">{t('goals')}</h2>
      {goals.length === 0 && <p className="muted">{t('noGoals')}</p>}
      <ul className={styles.rows}>
        {goals.map(({ id, title, dueDate, progress }) => (
          <li key={id}>
            <Link href={`/goals/${id}`}>{title}</Link>
            <span className="muted">
              {format.number(progress / 100, { style: 'percent', maximumFractionDigits: 0 })}
              {dueDate !== null && ` · ${date(dueDate)}`}
            </span>
          </li>
        ))}
      </ul>
      <p>
        <Link href="/my-goals">{pages('myGoals')}</Link>
      </p>
    </section>
  );
}

function Result({ results, readiness }: Pick<Dashboard, 'results' | 'readiness'>): ReactNode {
  const t = useTranslations('home');
  const pages = useTranslations('pages');
  const format = useFormatter();
  return (
    <section className="card" aria-labelledby="home-result">
      <h2 id="home-result">{t('result')}</h2>
      {results === null ? (
        <p className="muted">{t('noResult')}</p>
      ) : (
        <ul className={styles.rows}>
          <li>
            <Link href={`/my-results/${results.cycle.id}`}>{results.cycle.name}</Link>
            {results.result.effective !== null && (
              <span className="muted">
                {t('score', {
                  score: format.number(results.result.effective, { minimumFractionDigits: 2 }),
                  max: results.result.scale.max,
                })}
              </span>
            )}
            <WithoutTypes hiddenTypes={results.result.hiddenTypes} />
          </li>
        </ul>
      )}
      {readiness !== null && (
        <p>
          {t('readiness', { share: format.number(readiness / 100, { style: 'percent', maximumFractionDigits: 0 }) })}
        </p>
      )}
      <p>
        <Link href="/my-results">{pages('myResults')}</Link>
      </p>
    </section>
  );
}

function Plans({ plans }: { plans: Dashboard['developmentPlans'] }): ReactNode {
  const t = useTranslations('home');
  const pages = useTranslations('pages');
  return (
    <section className="card" aria-labelledby="home-plans">
      <h2 id="home-plans">{t('plans')}</h2>
      {plans.length === 0 && <p className="muted">{t('noPlans')}</p>}
      <ul className={styles.rows}>
        {plans.map(({ id, title, actions, completedActions }) => (
          <li key={id}>
            <Link href={`/development-plans/${id}`}>{title}</Link>
            <span className="muted">{t('actions', { done: completedActions, total: actions })}</span>
          </li>
        ))}
      </ul>
      <p>
        <Link href="/my-development">{pages('myDevelopment')}</Link>
      </p>
    </section>
  );
}
