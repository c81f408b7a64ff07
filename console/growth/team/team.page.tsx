import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PageTitle } from '../../app/page-title';
import { useAddress } from '../../app/use-address';
import { useAllowsGuests } from '../../evaluation/guests/use-allows-guests';
import { type ReadResult, useRead } from '../../http/use-read';
import { REPORTS_JOB, startReports } from '../../insight/results/start-reports';
import { useIsRunning } from '../../jobs/job-watch';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { type Column, DataTable } from '../../ui/data-table';
import { useErrorText } from '../../ui/error-view';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import { Person } from '../../ui/person';
import { WithoutTypes } from '../../ui/without-types';
import { PlanDecision } from '../plan/plan-decision';
import { PlanState } from '../plan/plan-state';
import { ReportDialogs } from './report-dialogs';
import dataTableStyles from '../../ui/data-table.module.css';
import styles from './team.module.css';

type Dashboard = ReadResult<'/api/dashboards/manager'>;
type Report = Dashboard['reports'][number];

/** /team: the direct reports of the user with evaluations, results, goals and plans, and what waits for a decision. */
export function TeamPage(): ReactNode {
  const pages = useTranslations('pages');
  const dashboard = useRead('/api/dashboards/manager');
  return (
    <div className="stack">
      <PageTitle>{pages('team')}</PageTitle>
      <Loaded read={dashboard}>
        {(team) => (
          <>
            <NominationsToDecide />
            <PlansToApprove plans={team.plansAwaitingApproval} />
            <Reports team={team} />
            <ReportDialogs reports={team.reports} cycleId={team.openCycle?.id ?? null} />
          </>
        )}
      </Loaded>
    </div>
  );
}

/** The way to the nominations that wait for the manager, while there are any. */
function NominationsToDecide(): ReactNode {
  const t = useTranslations('team');
  const waiting = useRead('/api/team-nominations', { query: { status: 'Submitted', pageSize: 1 } });
  const { totalCount: count = 0 } = waiting.data ?? {};
  if (count === 0) return null;
  return (
    <p>
      <Link href="/team-nominations?status=Submitted">{t('nominationsToDecide', { count })}</Link>
    </p>
  );
}

function PlansToApprove({ plans }: { plans: Dashboard['plansAwaitingApproval'] }): ReactNode {
  const t = useTranslations('team');
  const format = useFormatter();
  return (
    <section className="card" aria-labelledby="team-plans">
      <h2 id="team-plans">{t('toApprove')}</h2>
      {plans.length === 0 && <p className="muted">{t('nothingToApprove')}</p>}
      <ul className={styles.teamPlans}>
        {plans.map((plan) => (
          <li key={plan.id}>
            <Person id={plan.employeeId} name={plan.employee}>
              <Link href={`/development-plans/${plan.id}?from=team`}>{plan.title}</Link>
              <br />
              <span className="muted">
                {plan.employee}
                {plan.submittedAt !== null &&
                  ` · ${t('submitted', { date: format.dateTime(new Date(plan.submittedAt), { dateStyle: 'medium' }) })}`}
              </span>
            </Person>
            <div className={styles.teamDecision}>
              <PlanDecision plan={plan} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reports({ team: { reports, cycle, openCycle } }: { team: Dashboard }): ReactNode {
  const t = useTranslations('team');
  const address = useAddress();
  const format = useFormatter();
  const allowsGuests = useAllowsGuests('managers');
  const percent = (value: number): string => format.number(value / 100, { style: 'percent', maximumFractionDigits: 0 });
  const columns: Column<Report>[] = [
    {
      name: 'name',
      heading: t('report'),
      cell: ({ id, name, department, jobProfile, status }) => (
        <Person id={id} name={name}>
          {name} {status === 'OnLeave' && <Badge>{t('onLeave')}</Badge>}
          <span className={dataTableStyles.below}>{jobProfile ?? department}</span>
        </Person>
      ),
    },
    ...(openCycle === null
      ? []
      : [
          {
            name: 'evaluation',
            heading: openCycle.name,
            cell: ({ id, name, evaluation }: Report) => (
              <>
                <Evaluation name={name} evaluation={evaluation} />
                {allowsGuests && evaluation && (
                  <Link
                    className={styles.teamAdd}
                    href={address.with({ newGuest: id })}
                    aria-label={t('inviteGuestFor', { name })}
                  >
                    {t('inviteGuest')}
                  </Link>
                )}
              </>
            ),
          },
        ]),
    ...(cycle === null
      ? []
      : [
          {
            name: 'result',
            heading: cycle.name,
            cell: ({ id, name, result }: Report) => <Result cycle={cycle} id={id} name={name} result={result} />,
          },
        ]),
    {
      name: 'goals',
      heading: t('goals'),
      cell: ({ id, name, goals: { open, progress } }) => (
        <>
          {open === 0 ? (
            <span className="muted">{t('noGoals')}</span>
          ) : (
            <>
              <Link href={address.with({ goals: id })} aria-label={t('openGoalsOf', { count: open, name })}>
                {t('openGoals', { count: open })}
              </Link>
              <span className={dataTableStyles.below}>{t('progress', { percent: percent(progress ?? 0) })}</span>
            </>
          )}
          <Link className={styles.teamAdd} href={address.with({ newGoal: id })} aria-label={t('addGoalFor', { name })}>
            {t('addGoal')}
          </Link>
        </>
      ),
    },
    {
      name: 'plans',
      heading: t('plans'),
      cell: ({ id, name, developmentPlans }) => (
        <>
          <Plans plans={developmentPlans} />
          <Link className={styles.teamAdd} href={address.with({ newPlan: id })} aria-label={t('addPlanFor', { name })}>
            {t('addPlan')}
          </Link>
        </>
      ),
    },
    {
      name: 'readiness',
      heading: t('readiness'),
      isNumber: true,
      cell: ({ readiness }) => (readiness === null ? <span className="muted">–</span> : percent(readiness)),
    },
  ];
  return (
    <section className={clsx('stack', styles.teamReports)} aria-labelledby="team-reports">
      <div className="page-head">
        <h2 id="team-reports">{t('reports')}</h2>
        {cycle !== null && reports.some(({ result }) => result !== null) && <DownloadReports cycle={cycle} />}
      </div>
      <DataTable label={t('reports')} columns={columns} rows={reports} rowKey={({ id }) => id} empty={null} />
    </section>
  );
}

/** The results of all direct reports as PDFs, as the user sees them. */
function DownloadReports({ cycle: { id, name } }: { cycle: NonNullable<Dashboard['cycle']> }): ReactNode {
  const t = useTranslations('team');
  const isPrinting = useIsRunning(REPORTS_JOB, id);
  const textOf = useErrorText();
  const [isStarting, setStarting] = useState(false);
  const download = async (): Promise<void> => {
    setStarting(true);
    try {
      await startReports({ cycleId: id, view: 'Subject', label: t('reportsOf', { name }) });
    } catch (error) {
      notify({ kind: 'failed', text: textOf(error) });
    } finally {
      setStarting(false);
    }
  };
  return (
    <Button isBusy={isStarting || isPrinting} onClick={() => void download()}>
      {t('downloadReports')}
    </Button>
  );
}

/** How far the evaluations of a direct report are, and the user's own one. */
function Evaluation({ name, evaluation }: { name: string; evaluation: Report['evaluation'] }): ReactNode {
  const t = useTranslations('team');
  if (!evaluation) return <span className="muted">{t('notEvaluated')}</span>;
  const { totalParticipants, self, mine } = evaluation;
  return (
    <>
      {t('asked', { total: totalParticipants })}
      {self !== null && (
        <span className={dataTableStyles.below}>{self === 'InProgress' ? t('selfMissing') : t('selfSubmitted')}</span>
      )}
      {mine !== null && (
        <span className={dataTableStyles.below}>
          <Link
            href={`/my-evaluations/${mine.id}`}
            aria-label={mine.status === 'InProgress' ? t('evaluateName', { name }) : t('myAnswersAbout', { name })}
          >
            {mine.status === 'InProgress' ? t('evaluate') : t('myAnswers')}
          </Link>
        </span>
      )}
    </>
  );
}

interface ResultProps {
  cycle: NonNullable<Dashboard['cycle']>;
  id: string;
  name: string;
  result: Report['result'];
}

function Result({ cycle, id, name, result }: ResultProps): ReactNode {
  const t = useTranslations('team');
  const format = useFormatter();
  if (!result) return <span className="muted">{t('noResult')}</span>;
  const { effective, hiddenTypes, scale, gaps } = result;
  const score =
    effective === null
      ? t('noScore')
      : t('score', { score: format.number(effective, { minimumFractionDigits: 2 }), max: scale.max });
  return (
    <>
      <Link href={`/cycles/${cycle.id}/results/${id}`} aria-label={t('resultOf', { name, score })}>
        {score}
      </Link>
      <WithoutTypes hiddenTypes={hiddenTypes} />
      {gaps.length > 0 && (
        <span className={dataTableStyles.below}>
          {t('gaps', { names: gaps.map(({ requirement }) => requirement).join(', ') })}
        </span>
      )}
      {cycle.release === 'Manager' && <ReleaseState result={result} />}
    </>
  );
}

/** Whether the user can show the results to the direct report, or already has. */
function ReleaseState({ result }: { result: NonNullable<Report['result']> }): ReactNode {
  const t = useTranslations('team');
  const format = useFormatter();
  const { releasedAt, complete, submitted, totalParticipants } = result;
  return (
    <span className={dataTableStyles.below}>
      {releasedAt !== null ? (
        t('released', { date: format.dateTime(new Date(releasedAt), { dateStyle: 'medium' }) })
      ) : complete ? (
        <Badge tone="good">{t('readyToRelease')}</Badge>
      ) : (
        t('evaluations', { submitted, total: totalParticipants })
      )}
    </span>
  );
}

function Plans({ plans }: { plans: Report['developmentPlans'] }): ReactNode {
  const t = useTranslations('team');
  if (plans.length === 0) return <span className="muted">{t('noPlans')}</span>;
  return (
    <ul className={styles.teamReportPlans}>
      {plans.map(({ id, title, status, actions, completedActions }) => (
        <li key={id}>
          <Link href={`/development-plans/${id}?from=team`}>{title}</Link>
          <span className={dataTableStyles.below}>
            <PlanState status={status} /> {t('actions', { done: completedActions, total: actions })}
          </span>
        </li>
      ))}
    </ul>
  );
}
