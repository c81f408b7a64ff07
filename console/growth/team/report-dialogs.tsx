import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { useAddress } from '../../app/use-address';
import { Dialog } from '../../ui/dialog';
import { PersonFace } from '../../ui/person';
import { GoalForm } from '../goal/goal-dialog';
import { PlanDialog } from '../plan/plan-dialog';
import { ReportGoals } from './report-goals';

/** A direct report of the user. */
export interface DirectReport {
  id: string;
  name: string;
}

/** The dialogs that the address asks for with `goals`, `newGoal` or `newPlan`: the id of a direct report. */
export function ReportDialogs({ reports }: { reports: readonly DirectReport[] }): ReactNode {
  const address = useAddress();
  const [, navigate] = useLocation();
  const named = (parameter: string): DirectReport | undefined =>
    reports.find(({ id }) => id === address.get(parameter));
  const close = (): void => address.close('goals', 'newGoal', 'newPlan');
  const [ofGoals, ofGoal, ofPlan] = [named('goals'), named('newGoal'), named('newPlan')];
  return (
    <>
      {ofGoals && <ReportGoals report={ofGoals} onClose={close} />}
      {ofGoal && <NewGoal report={ofGoal} onClose={close} />}
      {ofPlan && (
        <PlanDialog
          plan={null}
          employee={ofPlan}
          onCreated={({ id }) => navigate(`/development-plans/${id}`)}
          onClose={close}
        />
      )}
    </>
  );
}

function NewGoal({ report, onClose }: { report: DirectReport; onClose: () => void }): ReactNode {
  const t = useTranslations('team');
  const [, navigate] = useLocation();
  return (
    <Dialog
      title={t('addGoalFor', { name: report.name })}
      face={<PersonFace id={report.id} name={report.name} />}
      onClose={onClose}
    >
      <GoalForm goal={null} ownerId={report.id} onCreated={({ id }) => navigate(`/goals/${id}`)} onClose={onClose} />
    </Dialog>
  );
}
