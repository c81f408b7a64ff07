import { type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Pending } from '../../app/ready-mark';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import type { RowAction } from '../../list/row-action';
import type { RowMenuProps } from '../../list/row-menu';
import { lazyPart } from '../../ui/lazy-part';
import { notify } from '../../ui/notices';
import { type Choice, type Nomination, NOMINATION_PATHS } from './nomination';

// The code of a dialog comes when it opens.
const OtherChoice = lazyPart(() => import('./other-choice'));
const ReturnDialog = lazyPart(() => import('./return-dialog'));

interface OpenDialog {
  step: 'choice' | 'reason';
  nomination: Nomination;
}

/** "Approve", "Choose others" and "Return" of a submitted nomination, and the dialog of what was chosen. */
export function useNominationMenu(): { menu: (nomination: Nomination) => RowMenuProps; dialog: ReactNode } {
  const t = useTranslations('nominations');
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const close = (): void => setOpen(null);
  const approve = useApproval(close);
  const actionsOf = (nomination: Nomination): readonly RowAction[] => [
    { text: t('approve'), isDisabled: approve.isPending, onAction: () => approve.mutate({ nomination, chosen: null }) },
    { text: t('chooseOthers'), onAction: () => setOpen({ step: 'choice', nomination }) },
    { text: t('return'), onAction: () => setOpen({ step: 'reason', nomination }) },
  ];
  const menu = (nomination: Nomination): RowMenuProps => ({
    name: nomination.subject,
    actions: nomination.status === 'Submitted' ? actionsOf(nomination) : [],
  });
  const dialog = open && (
    <Suspense fallback={<Pending />}>
      {open.step === 'reason' ? (
        <ReturnDialog nomination={open.nomination} onClose={close} />
      ) : (
        <OtherChoice
          nomination={open.nomination}
          isBusy={approve.isPending}
          onApprove={(chosen) => approve.mutate({ nomination: open.nomination, chosen })}
          onClose={close}
        />
      )}
    </Suspense>
  );
  return { menu, dialog };
}

interface Approval {
  nomination: Nomination;
  /** Null approves the named ones. */
  chosen: Choice | null;
}

function useApproval(onApproved: () => void) {
  const t = useTranslations('nominations');
  return useSend(
    ({ nomination: { cycleId, subjectId }, chosen }: Approval) =>
      answered(
        api.POST('/api/team-nominations/{cycleId}/{subjectId}/approve', {
          params: { path: { cycleId, subjectId } },
          body:
            chosen === null
              ? {}
              : { evaluatorIds: chosen.peers.map(({ employeeId }) => employeeId), guests: [...chosen.guests] },
        }),
      ),
    {
      refreshes: [...NOMINATION_PATHS, '/api/evaluation-cycles'],
      onDone: (_result, { nomination: { subject } }) => {
        notify({ kind: 'done', text: t('approved', { name: subject }) });
        onApproved();
      },
    },
  );
}
