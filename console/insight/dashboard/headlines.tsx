import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import type { Dashboard } from './dashboard';
import styles from './dashboard.module.css';

/** The figures that are asked for first. */
export function Headlines({ dashboard }: { dashboard: Dashboard }): ReactNode {
  const t = useTranslations('dashboard');
  const format = useFormatter();
  const { headcount, cycle, participation, developmentPlans, survey } = dashboard;
  return (
    <ul className={styles.headlines}>
      <Headline title={t('people')} figure={<Link href="/employees">{format.number(headcount.total)}</Link>}>
        {t('peopleText', { active: headcount.active, onLeave: headcount.onLeave })}
      </Headline>
      {cycle && participation && (
        <Headline
          title={t('participation')}
          figure={
            <Link href={`/cycles/${cycle.id}/participants`}>
              {format.number(participation.rate, { style: 'percent', maximumFractionDigits: 1 })}
            </Link>
          }
        >
          {t('submitted', { submitted: participation.submitted, participants: participation.participants })}
        </Headline>
      )}
      <Headline
        title={t('plans')}
        figure={<Link href="/development-plans">{format.number(developmentPlans.open)}</Link>}
      >
        {t('openPlans', { count: developmentPlans.open })}
      </Headline>
      <Headline
        title={t('survey')}
        figure={
          survey && (
            <Link href={`/pulse-surveys/${survey.id}`}>
              {survey.eNPS === null ? '–' : format.number(survey.eNPS, { signDisplay: 'exceptZero' })}
            </Link>
          )
        }
      >
        {survey === null ? t('noSurvey') : <SurveyText survey={survey} />}
      </Headline>
    </ul>
  );
}

function SurveyText({ survey }: { survey: NonNullable<Dashboard['survey']> }): ReactNode {
  const t = useTranslations('dashboard');
  const format = useFormatter();
  const { name, closedAt, responses, invited, eNPS } = survey;
  const date = closedAt === null ? '–' : format.dateTime(new Date(closedAt), { dateStyle: 'medium' });
  return (
    <>
      {t('surveyText', { name, date })}
      <br />
      {eNPS === null ? t('hiddenEnps') : t('answered', { responses, invited: invited ?? responses })}
    </>
  );
}

function Headline({ title, figure, children }: { title: string; figure: ReactNode; children: ReactNode }): ReactNode {
  return (
    <li className={clsx('card', styles.headline)}>
      <h2>{title}</h2>
      {figure !== null && <p className={styles.headlineFigure}>{figure}</p>}
      <p className="muted">{children}</p>
    </li>
  );
}
