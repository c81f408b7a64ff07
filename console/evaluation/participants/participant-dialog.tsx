import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { EmployeeField } from '../../form/employee-field';
import { Form } from '../../form/form';
import { ReasonDialog } from '../../form/reason-dialog';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import type { Participant } from './participant';
import styles from './participants.module.css';

interface ParticipantDialogProps {
  kind: 'replace' | 'reopen' | 'withdraw';
  cycleId: string;
  participant: Participant;
  onClose: () => void;
}

/** The dialogs about one evaluation that ask for something. */
export default function ParticipantDialog({ kind, ...props }: ParticipantDialogProps): ReactNode {
  if (kind === 'replace') return <ReplaceDialog {...props} />;
  return kind === 'reopen' ? <ReopenDialog {...props} /> : <WithdrawDialog {...props} />;
}

type DialogProps = Omit<ParticipantDialogProps, 'kind'>;

function ReplaceDialog({ participant, onClose }: DialogProps): ReactNode {
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
        secondary={<CancelButton />}
      >
        <EmployeeField name="evaluatorId" label={t('newEvaluator')} />
      </Form>
    </Dialog>
  );
}

/** API paths whose answers change when someone answers no longer, or again. */
const ANSWERING_PATHS = ['/api/evaluation-cycles', '/api/evaluation-results'];

/** The subject is evaluated no longer in this cycle. */
function WithdrawDialog({ cycleId, participant, onClose }: DialogProps): ReactNode {
  const t = useTranslations('participants');
  const { subjectId } = participant;
  const subject = participant.subject ?? '';
  const params = { path: { id: cycleId, employeeId: subjectId } };
  return (
    <ReasonDialog
      name={`withdraw ${cycleId} ${subjectId}`}
      title={t('withdrawTitle', { subject })}
      text={<p className={styles.dialogSubject}>{t('withdrawText', { subject })}</p>}
      label={t('reason')}
      maxLength={1000}
      submit={(body) =>
        answered(api.POST('/api/evaluation-cycles/{id}/subjects/{employeeId}/withdraw', { params, body }))
      }
      action={t('withdraw')}
      done={t('subjectWithdrawn', { subject })}
      refreshes={ANSWERING_PATHS}
      onClose={onClose}
    />
  );
}

function ReopenDialog({ participant, onClose }: DialogProps): ReactNode {
  const t = useTranslations('participants');
  const { id } = participant;
  const params = { path: { id } };
  const names = { subject: participant.subject ?? '', evaluator: participant.evaluator ?? '' };
  return (
    <ReasonDialog
      name={`reopen ${id}`}
      title={t('reopenTitle', names)}
      text={<p className={styles.dialogSubject}>{t('reopenText', names)}</p>}
      label={t('reason')}
      hint={t('reasonHint')}
      maxLength={1000}
      submit={(body) => answered(api.POST('/api/evaluation-results/participants/{id}/reopen', { params, body }))}
      action={t('reopen')}
      done={t('reopened', names)}
      refreshes={ANSWERING_PATHS}
      onClose={onClose}
    />
  );
}
