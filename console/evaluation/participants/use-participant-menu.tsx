import { type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Pending } from '../../app/ready-mark';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import type { RowMenuProps } from '../../list/row-menu';
import { ConfirmDialog } from '../../ui/dialog';
import { lazyPart } from '../../ui/lazy-part';
import { notify } from '../../ui/notices';
import { type Cycle, isOpen, isOver } from '../cycle/cycle-state';
import type { Participant } from './participant';

// The code of forms comes with the first dialog that has one.
const ParticipantDialog = lazyPart(() => import('./participant-dialog'));

type Step = 'replace' | 'remove' | 'reopen' | 'withdraw';

/** What can be done with one evaluation, and the dialog of what was chosen. */
export function useParticipantMenu(cycle: Cycle): {
  menu: (participant: Participant) => RowMenuProps;
  dialog: ReactNode;
} {
  const t = useTranslations('participants');
  const [asked, setAsked] = useState<{ step: Step; participant: Participant } | null>(null);
  const close = (): void => setAsked(null);
  const menu = (participant: Participant): RowMenuProps => ({
    name: t('evaluates', namesOf(participant)),
    actions: stepsOf(cycle, participant).map((step) => ({
      text: t(step),
      onAction: () => setAsked({ step, participant }),
    })),
  });
  const dialog = asked && (
    <Suspense fallback={<Pending />}>
      {asked.step === 'remove' ? (
        <RemoveDialog participant={asked.participant} onClose={close} />
      ) : (
        <ParticipantDialog kind={asked.step} cycleId={cycle.id} participant={asked.participant} onClose={close} />
      )}
    </Suspense>
  );
  return { menu, dialog };
}

/** While an evaluation is not submitted its evaluator can change, then it can be reopened. */
function stepsOf(cycle: Cycle, { evaluatorType, status, withdrawn }: Participant): readonly Step[] {
  if (status !== 'InProgress') return isOpen(cycle) ? ['reopen'] : [];
  if (isOver(cycle)) return [];
  const isOfOther = evaluatorType !== 'Self';
  // In Draft the rule of who is evaluated says it, and evaluations are generated again.
  const mayWithdraw = cycle.status !== 'Draft' && !withdrawn;
  return [...(isOfOther ? (['replace', 'remove'] as const) : []), ...(mayWithdraw ? (['withdraw'] as const) : [])];
}

const namesOf = ({ subject, evaluator }: Participant) => ({ subject: subject ?? '', evaluator: evaluator ?? '' });

interface RemoveProps {
  participant: Participant;
  onClose: () => void;
}

function RemoveDialog({ participant, onClose }: RemoveProps): ReactNode {
  const t = useTranslations('participants');
  const { id, startedAt } = participant;
  const names = namesOf(participant);
  const remove = useSend(() => answered(api.DELETE('/api/peer-assignments/{id}', { params: { path: { id } } })), {
    refreshes: ['/api/evaluation-cycles'],
    onDone: () => notify({ kind: 'done', text: t('removed', names) }),
  });
  return (
    <ConfirmDialog
      title={t('removeTitle', names)}
      action={t('remove')}
      kind="danger"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>{startedAt === null ? t('removeText', names) : t('removeDraft', names)}</p>
    </ConfirmDialog>
  );
}
