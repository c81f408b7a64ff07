import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DevelopmentPlanStatus } from '../../../shared/growth/development-plan-status';
import { isBeingWritten, isDeletable } from '../../../shared/growth/development-plan.rules';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { DeleteButton } from '../../ui/delete-button';
import { ConfirmDialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import { type Plan, PLAN_PATHS } from './plan';
import { PlanDecision } from './plan-decision';
import { PlanDialog } from './plan-dialog';
import styles from './plan-view.module.css';

/** What can be done with a plan in its state: the steps that the API allows its reader. */
export function PlanSteps({ plan }: { plan: Plan }): ReactNode {
  const { status, canEdit, canDecide } = plan;
  const decides = canDecide && status === 'PendingApproval';
  if (!decides && !canEdit) return null;
  return (
    <div className={styles.planSteps}>
      {decides && <PlanDecision plan={plan} />}
      {canEdit && <OwnSteps plan={plan} />}
    </div>
  );
}

function OwnSteps({ plan }: { plan: Plan }): ReactNode {
  const t = useTranslations('plan');
  const { id, title, actions } = plan;
  const status = plan.status as DevelopmentPlanStatus;
  const [isEditing, setEditing] = useState(false);
  const params = { path: { id } };
  const open = actions.filter((action) => action.status === 'NotStarted' || action.status === 'InProgress').length;
  return (
    <>
      {isBeingWritten(status) && (
        <>
          <Step
            name={t('submit')}
            done={t('submittedNow')}
            isPrimary
            send={() => answered(api.POST('/api/development-plans/{id}/submit', { params }))}
          />
          <Button onClick={() => setEditing(true)}>{t('edit')}</Button>
        </>
      )}
      {plan.status === 'Approved' && (
        <Step
          name={t('start')}
          done={t('startedNow')}
          isPrimary
          send={() => answered(api.POST('/api/development-plans/{id}/start', { params }))}
        />
      )}
      {plan.status === 'InProgress' &&
        (open > 0 ? (
          <p className="muted">{t('openActions', { count: open })}</p>
        ) : (
          <Step
            name={t('complete')}
            done={t('completedNow')}
            isPrimary
            send={() => answered(api.POST('/api/development-plans/{id}/complete', { params }))}
          />
        ))}
      {plan.status !== 'Completed' && plan.status !== 'Cancelled' && <CancelPlan plan={plan} />}
      {isDeletable(status) && (
        <DeleteButton
          name={title}
          send={() => answered(api.DELETE('/api/development-plans/{id}', { params }))}
          refreshes={PLAN_PATHS}
        >
          {t('deleteText', { count: actions.length })}
        </DeleteButton>
      )}
      {isEditing && <PlanDialog plan={plan} onClose={() => setEditing(false)} />}
    </>
  );
}

interface StepProps {
  name: string;
  /** What to say when it is done. */
  done: string;
  isPrimary?: boolean;
  send: () => Promise<unknown>;
}

function Step({ name, done, isPrimary = false, send }: StepProps): ReactNode {
  const step = useSend(send, { refreshes: PLAN_PATHS, onDone: () => notify({ kind: 'done', text: done }) });
  return (
    <Button kind={isPrimary ? 'primary' : 'plain'} isBusy={step.isPending} onClick={() => step.mutate()}>
      {name}
    </Button>
  );
}

function CancelPlan({ plan: { id, title, actions } }: { plan: Plan }): ReactNode {
  const t = useTranslations('plan');
  const [isAsking, setAsking] = useState(false);
  const cancel = useSend(() => answered(api.POST('/api/development-plans/{id}/cancel', { params: { path: { id } } })), {
    refreshes: PLAN_PATHS,
    onDone: () => notify({ kind: 'done', text: t('cancelledNow') }),
  });
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {t('cancel')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('cancelTitle', { name: title })}
          action={t('cancel')}
          kind="danger"
          isBusy={cancel.isPending}
          onConfirm={() => cancel.mutate(undefined, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>{t('cancelText', { count: actions.length })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
