import { type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { useAddress } from '../../app/use-address';
import { GuestForm } from '../../evaluation/guests/guest-form';
import { AreaTexts } from '../../texts/texts';
import { Dialog } from '../../ui/dialog';
import { Loading } from '../../ui/loaded';
import { PersonFace } from '../../ui/person';
import { GoalForm } from '../goal/goal-dialog';
import { PlanDialog } from '../plan/plan-dialog';
import { ReportGoals } from './report-goals';

export interface DirectReport {
  id: string;
  name: string;
}

interface DialogsProps {
  reports: readonly DirectReport[];
  /** The cycle that takes answers, if any. */
  cycleId: string | null;
}

/** The dialogs opened in the address by `goals`, `newGoal`, `newPlan` or `newGuest`: the id of a direct report. */
export function ReportDialogs({ reports, cycleId }: DialogsProps): ReactNode {
  const address = useAddress();
  const [, navigate] = useLocation();
  const named = (parameter: string): DirectReport | undefined =>
    reports.find(({ id }) => id === address.get(parameter));
  const close = (): void => address.close('goals', 'newGoal', 'newPlan', 'newGuest');
  const [ofGoals, ofGoal, ofPlan] = [named('goals'), named('newGoal'), named('newPlan')];
  const ofGuest = named('newGuest');
  return (
    <>
      {ofGoals && <ReportGoals report={ofGoals} onClose={close} />}
      {ofGoal && <NewGoal report={ofGoal} onClose={close} />}
      {ofGuest && cycleId !== null && <NewGuest report={ofGuest} cycleId={cycleId} onClose={close} />}
      {ofPlan && (
        <PlanDialog
          plan={null}
          employee={ofPlan}
          onCreated={({ id }) => navigate(`/development-plans/${id}?from=team`)}
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

/** Someone without an account evaluates the report. */
function NewGuest({ report: { id, name }, cycleId, onClose }: GuestProps): ReactNode {
  const t = useTranslations('team');
  return (
    <Dialog title={t('inviteGuestFor', { name })} face={<PersonFace id={id} name={name} />} onClose={onClose}>
      <Suspense fallback={<Loading />}>
        <AreaTexts area="evaluation">
          <GuestForm cycleId={cycleId} subjectId={id} isOpen onClose={onClose} />
        </AreaTexts>
      </Suspense>
    </Dialog>
  );
}

interface GuestProps {
  report: DirectReport;
  cycleId: string;
  onClose: () => void;
}
