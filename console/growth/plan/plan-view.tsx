import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { DevelopmentPlanStatus } from '../../../shared/growth/development-plan-status';
import { isBeingWritten } from '../../../shared/growth/development-plan.rules';
import { useProfile } from '../../app/session';
import { Button } from '../../ui/button';
import { Person } from '../../ui/person';
import { ActionDialog } from './action-dialog';
import { ActionItem } from './action-item';
import { actionCounts, type Plan } from './plan';
import { PlanState } from './plan-state';
import { PlanSteps } from './plan-steps';
import styles from './plan-view.module.css';

/** The state of a development plan, and its next steps. */
export function PlanHead({ plan }: { plan: Plan }): ReactNode {
  const t = useTranslations('plan');
  return (
    <div className={clsx('stack', styles.planView)}>
      <PlanFacts plan={plan} />
      {plan.status === 'Rejected' && plan.rejectionReason !== null && (
        <p className={styles.planRejection}>
          <b>{t('rejectionReason')}</b> {plan.rejectionReason}
        </p>
      )}
      <PlanSteps plan={plan} />
    </div>
  );
}

/** The actions of a plan with their evidence; `headingId` names the list. */
export function PlanActions({ plan, headingId }: { plan: Plan; headingId: string }): ReactNode {
  const t = useTranslations('plan');
  const [isAdding, setAdding] = useState(false);
  const { status, actions, canEdit } = plan;
  const mayAdd = canEdit && isBeingWritten(status as DevelopmentPlanStatus);
  return (
    <div className={clsx('stack', styles.planView)}>
      {actions.length === 0 ? (
        <p className="muted">{mayAdd ? t('noActionsYet') : t('noActions')}</p>
      ) : (
        <ul className={styles.planActions} aria-labelledby={headingId}>
          {actions.map((action) => (
            <ActionItem key={action.id} plan={plan} action={action} />
          ))}
        </ul>
      )}
      {mayAdd && (
        <p>
          <Button onClick={() => setAdding(true)}>{t('addAction')}</Button>
        </p>
      )}
      {isAdding && <ActionDialog plan={plan} action={null} onClose={() => setAdding(false)} />}
    </div>
  );
}

/** The state, who decides, and when what happened. */
function PlanFacts({ plan }: { plan: Plan }): ReactNode {
  const t = useTranslations('plan');
  const format = useFormatter();
  const { employeeId } = useProfile();
  const day = (instant: string): string => format.dateTime(new Date(instant), { dateStyle: 'medium' });
  const { status, cycle, approver, submittedAt, decidedAt, decidedBy, startedAt, completedAt } = plan;
  const isDecided = status !== 'Rejected' && decidedAt !== null;
  return (
    <p className={styles.planFacts}>
      <PlanState status={status} />
      <span>{t('done', actionCounts(plan))}</span>
      {plan.employeeId !== employeeId && plan.employee !== null && <Person id={plan.employeeId} name={plan.employee} />}
      {cycle !== null && <span className="muted">{t('cycle', { cycle })}</span>}
      {status === 'PendingApproval' && submittedAt !== null && (
        <span className="muted">
          {t('submitted', { date: day(submittedAt) })} {approver === null ? t('hrDecides') : t('decides', { approver })}
        </span>
      )}
      {isDecided && <span className="muted">{t('approved', { date: day(decidedAt), name: decidedBy ?? '–' })}</span>}
      {startedAt !== null && <span className="muted">{t('started', { date: day(startedAt) })}</span>}
      {completedAt !== null && <span className="muted">{t('completed', { date: day(completedAt) })}</span>}
    </p>
  );
}
