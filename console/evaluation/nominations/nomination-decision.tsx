import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TextArea } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import { PersonFace } from '../../ui/person';
import { type NamedPeer, type Nomination, NOMINATION_PATHS } from './nomination';
import { PeerChoice } from './peer-choice';
import styles from './nominations.module.css';

type Asking = 'choice' | 'reason';

/** "Approve", "Choose others" and "Return" of a submitted nomination. */
export function NominationDecision({ nomination }: { nomination: Nomination }): ReactNode {
  const t = useTranslations('nominations');
  const [asking, setAsking] = useState<Asking | null>(null);
  const approve = useApproval(nomination, () => setAsking(null));
  if (nomination.status !== 'Submitted') return null;
  const name = nomination.subject;
  return (
    <div className={styles.decision}>
      <Button
        kind="primary"
        isBusy={approve.isPending}
        aria-label={t('approveName', { name })}
        onClick={() => approve.mutate(null)}
      >
        {t('approve')}
      </Button>
      <Button aria-label={t('chooseForName', { name })} onClick={() => setAsking('choice')}>
        {t('chooseOthers')}
      </Button>
      <Button aria-label={t('returnName', { name })} onClick={() => setAsking('reason')}>
        {t('return')}
      </Button>
      {asking === 'reason' && <ReturnDialog nomination={nomination} onClose={() => setAsking(null)} />}
      {asking === 'choice' && (
        <OtherChoice
          nomination={nomination}
          isBusy={approve.isPending}
          onApprove={(peers) => approve.mutate(peers)}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}

/** Approves these peers, or the named ones (null). */
function useApproval({ cycleId, subjectId, subject }: Nomination, onApproved: () => void) {
  const t = useTranslations('nominations');
  const params = { path: { cycleId, subjectId } };
  return useSend(
    (peers: readonly NamedPeer[] | null) =>
      answered(
        api.POST('/api/team-nominations/{cycleId}/{subjectId}/approve', {
          params,
          body: peers === null ? {} : { evaluatorIds: peers.map(({ employeeId }) => employeeId) },
        }),
      ),
    {
      refreshes: [...NOMINATION_PATHS, '/api/evaluation-cycles'],
      onDone: () => {
        notify({ kind: 'done', text: t('approved', { name: subject }) });
        onApproved();
      },
    },
  );
}

interface OtherChoiceProps {
  nomination: Nomination;
  isBusy: boolean;
  onApprove: (peers: readonly NamedPeer[]) => void;
  onClose: () => void;
}

function OtherChoice({ nomination, isBusy, onApprove, onClose }: OtherChoiceProps): ReactNode {
  const t = useTranslations('nominations');
  const { cycleId, subjectId, subject, peers, minPeers, maxPeers } = nomination;
  const [chosen, setChosen] = useState<readonly NamedPeer[]>(peers);
  return (
    <Dialog
      title={t('chooseForName', { name: subject })}
      face={<PersonFace id={subjectId} name={subject} />}
      onClose={onClose}
    >
      <p>{t('asked', { minPeers, maxPeers })}</p>
      <PeerChoice
        cycleId={cycleId}
        subjectId={subjectId}
        chosen={chosen}
        maxPeers={maxPeers}
        isBusy={isBusy}
        onChange={setChosen}
      />
      <Button kind="primary" isBusy={isBusy} disabled={chosen.length < minPeers} onClick={() => onApprove(chosen)}>
        {t('approveChoice')}
      </Button>
    </Dialog>
  );
}

function ReturnDialog({ nomination, onClose }: { nomination: Nomination; onClose: () => void }): ReactNode {
  const t = useTranslations('nominations');
  const { cycleId, subjectId, subject: name } = nomination;
  const label = t('returnName', { name });
  const params = { path: { cycleId, subjectId } };
  return (
    <Dialog title={label} onClose={onClose}>
      <Form<{ reason: string }>
        name={`return ${cycleId} ${subjectId}`}
        label={label}
        values={{ reason: '' }}
        submit={(body) => answered(api.POST('/api/team-nominations/{cycleId}/{subjectId}/return', { params, body }))}
        onSaved={() => {
          notify({ kind: 'done', text: t('returnedNow', { name }) });
          onClose();
          void refresh(...NOMINATION_PATHS);
        }}
        action={t('return')}
        beside={<CancelButton />}
      >
        <TextArea name="reason" label={t('reason')} hint={t('reasonHint')} required maxLength={2000} />
      </Form>
    </Dialog>
  );
}
