import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { EmployeeField } from '../../form/employee-field';
import { TextArea } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { useSend } from '../../http/use-send';
import { RowMenu } from '../../list/row-menu';
import { Button } from '../../ui/button';
import { CancelButton } from '../../ui/cancel-button';
import { ConfirmDialog, Dialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import { type Cycle, isOpen, isOver } from '../cycle/cycle-state';
import type { Participant } from './participant';
import styles from './participants.module.css';

interface ActionProps {
  participant: Participant;
  onClose: () => void;
}

/** What can be done with one evaluation: while it is not submitted its evaluator can change, then it can be reopened. */
export function ParticipantActions({ cycle, participant }: { cycle: Cycle; participant: Participant }): ReactNode {
  const t = useTranslations('participants');
  const [open, setOpen] = useState<'replace' | 'remove' | 'reopen' | null>(null);
  const { evaluatorType, status } = participant;
  const names = { subject: participant.subject ?? '', evaluator: participant.evaluator ?? '' };
  const close = (): void => setOpen(null);
  if (status !== 'InProgress')
    return (
      isOpen(cycle) && (
        <>
          <Button kind="quiet" onClick={() => setOpen('reopen')} aria-label={t('reopenName', names)}>
            {t('reopen')}
          </Button>
          {open === 'reopen' && <ReopenDialog participant={participant} onClose={close} />}
        </>
      )
    );
  if (isOver(cycle) || evaluatorType === 'Self') return null;
  return (
    <>
      <RowMenu
        name={t('evaluates', names)}
        actions={[
          { text: t('replace'), onAction: () => setOpen('replace') },
          { text: t('remove'), onAction: () => setOpen('remove') },
        ]}
      />
      {open === 'replace' && <ReplaceDialog participant={participant} onClose={close} />}
      {open === 'remove' && <RemoveDialog participant={participant} onClose={close} />}
    </>
  );
}

function ReplaceDialog({ participant, onClose }: ActionProps): ReactNode {
  const t = useTranslations('participants');
  const { id } = participant;
  const subject = participant.subject ?? '';
  const names = { subject, evaluator: participant.evaluator ?? '' };
  return (
    <Dialog title={t('replaceTitle', names)} onClose={onClose}>
      <p className={styles.dialogSubject}>{t('replaceText', names)}</p>
      <Form<{ evaluatorId: string }, Participant>
        name={`replace ${id}`}
        label={t('replaceTitle', names)}
        values={{ evaluatorId: '' }}
        submit={(body) => answered(api.POST('/api/peer-assignments/{id}/replace', { params: { path: { id } }, body }))}
        onSaved={(_typed, { evaluator }) => {
          notify({ kind: 'done', text: t('replaced', { subject, evaluator: evaluator ?? '' }) });
          onClose();
          void refresh('/api/evaluation-cycles');
        }}
        action={t('replace')}
        beside={<CancelButton />}
      >
        <EmployeeField name="evaluatorId" label={t('newEvaluator')} />
      </Form>
    </Dialog>
  );
}

function RemoveDialog({ participant, onClose }: ActionProps): ReactNode {
  const t = useTranslations('participants');
  const { id, startedAt } = participant;
  const names = { subject: participant.subject ?? '', evaluator: participant.evaluator ?? '' };
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

function ReopenDialog({ participant, onClose }: ActionProps): ReactNode {
  const t = useTranslations('participants');
  const { id } = participant;
  const names = { subject: participant.subject ?? '', evaluator: participant.evaluator ?? '' };
  return (
    <Dialog title={t('reopenTitle', names)} onClose={onClose}>
      <p className={styles.dialogSubject}>{t('reopenText', names)}</p>
      <Form<{ reason: string }>
        name={`reopen ${id}`}
        label={t('reopenTitle', names)}
        values={{ reason: '' }}
        submit={(body) =>
          answered(api.POST('/api/evaluation-results/participants/{id}/reopen', { params: { path: { id } }, body }))
        }
        onSaved={() => {
          notify({ kind: 'done', text: t('reopened', names) });
          onClose();
          void refresh('/api/evaluation-cycles', '/api/evaluation-results');
        }}
        action={t('reopen')}
        beside={<CancelButton />}
      >
        <TextArea name="reason" label={t('reason')} hint={t('reasonHint')} required maxLength={1000} />
      </Form>
    </Dialog>
  );
}
