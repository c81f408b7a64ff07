import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { PersonFace } from '../../ui/person';
import { GuestList } from './guest-choice';
import type { Choice, NamedGuest, NamedPeer, Nomination } from './nomination';
import { PeerChoice } from './peer-choice';
import styles from './nominations.module.css';

interface OtherChoiceProps {
  nomination: Nomination;
  isBusy: boolean;
  onApprove: (choice: Choice) => void;
  onClose: () => void;
}

/** The dialog in which others are chosen in place of those who were named. */
export default function OtherChoice({ nomination, isBusy, onApprove, onClose }: OtherChoiceProps): ReactNode {
  const t = useTranslations('nominations');
  const { cycleId, subjectId, subject, peers, minPeers, maxPeers } = nomination;
  const [chosen, setChosen] = useState<readonly NamedPeer[]>(peers);
  const [guests, setGuests] = useState<readonly NamedGuest[]>(nomination.guests);
  return (
    <Dialog
      title={t('chooseForName', { name: subject })}
      face={<PersonFace id={subjectId} name={subject} />}
      onClose={onClose}
    >
      <p>{t(minPeers === maxPeers ? 'askedExactly' : 'asked', { minPeers, maxPeers })}</p>
      <PeerChoice
        cycleId={cycleId}
        subjectId={subjectId}
        chosen={chosen}
        maxPeers={maxPeers}
        isBusy={isBusy}
        onChange={setChosen}
      />
      {guests.length > 0 && <h3 className={styles.chosen}>{t('guests')}</h3>}
      <GuestList guests={guests} onChange={setGuests} />
      <Button
        kind="primary"
        isBusy={isBusy}
        disabled={chosen.length < minPeers}
        onClick={() => onApprove({ peers: chosen, guests })}
      >
        {t('approveChoice')}
      </Button>
    </Dialog>
  );
}
