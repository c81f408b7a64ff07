import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DevelopmentPlanStatus } from '../../../shared/growth/development-plan-status';
import { isBeingDone, isBeingWritten } from '../../../shared/growth/development-plan.rules';
import { choicesOf } from '../../form/choices';
import { Options } from '../../form/options';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { useSend } from '../../http/use-send';
import { useCalendarDate } from '../../texts/calendar-date';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { DeleteButton } from '../../ui/delete-button';
import { ActionDialog } from './action-dialog';
import { Evidence } from './evidence';
import { ACTION_STATUSES, type Plan, PLAN_PATHS, type PlanAction } from './plan';
import formStyles from '../../form/form.module.css';
import styles from './plan-view.module.css';

interface ActionProps {
  plan: Plan;
  action: PlanAction;
}

/** One action of a plan with its state and its evidence. */
export function ActionItem({ plan, action }: ActionProps): ReactNode {
  const t = useTranslations('planAction');
  const types = useTranslations('actionType');
  const date = useCalendarDate();
  const { title, type, competency, requirement, dueDate } = action;
  const about = competency ?? requirement;
  return (
    <li>
      <div>
        <h3>{title}</h3>
        <p className={clsx(styles.planActionFacts, 'muted')}>
          <span>{types(type)}</span>
          {about !== null && <span>{about}</span>}
          {dueDate !== null && <span>{t('due', { date: date(dueDate) })}</span>}
        </p>
      </div>
      <div className={styles.planActionStatus}>
        <ActionStatus plan={plan} action={action} />
        <ActionButtons plan={plan} action={action} />
      </div>
      <Evidence plan={plan} action={action} />
    </li>
  );
}

const TONES = { NotStarted: 'plain', InProgress: 'info', Completed: 'good', Cancelled: 'plain' } as const;

/** The state: to choose while the plan is carried out, otherwise a word. */
function ActionStatus({ plan, action }: ActionProps): ReactNode {
  const t = useTranslations('planAction');
  const statuses = useTranslations('actionStatus');
  const { id: actionId, title, status } = action;
  const change = useSend(
    (next: PlanAction['status']) => {
      const params = { path: { id: plan.id, actionId }, header: ifMatch(plan) };
      return answered(api.PUT('/api/development-plans/{id}/actions/{actionId}', { params, body: { status: next } }));
    },
    { refreshes: PLAN_PATHS },
  );
  if (!plan.canEdit || !isBeingDone(plan.status as DevelopmentPlanStatus))
    return <Badge tone={TONES[status]}>{statuses(status)}</Badge>;
  return (
    <select
      className={formStyles.input}
      aria-label={t('statusOf', { name: title })}
      value={change.isPending ? change.variables : status}
      disabled={change.isPending}
      onChange={({ target }) => change.mutate(target.value as PlanAction['status'])}
    >
      <Options choices={choicesOf(ACTION_STATUSES, statuses)} />
    </select>
  );
}

/** While the plan is written: its fields and the list change. */
function ActionButtons({ plan, action }: ActionProps): ReactNode {
  const t = useTranslations('planAction');
  const [isEditing, setEditing] = useState(false);
  const { id: actionId, title } = action;
  if (!plan.canEdit || !isBeingWritten(plan.status as DevelopmentPlanStatus)) return null;
  const params = { path: { id: plan.id, actionId } };
  return (
    <span>
      <Button kind="quiet" aria-label={t('editName', { name: title })} onClick={() => setEditing(true)}>
        {t('edit')}
      </Button>
      <DeleteButton
        name={title}
        send={() => answered(api.DELETE('/api/development-plans/{id}/actions/{actionId}', { params }))}
        refreshes={PLAN_PATHS}
      >
        {t('deleteText', { count: action.evidenceFiles.length })}
      </DeleteButton>
      {isEditing && <ActionDialog plan={plan} action={action} onClose={() => setEditing(false)} />}
    </span>
  );
}
