import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRead } from '../../http/use-read';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import { type Candidate, type NamedPeer, PeerList, PersonFacts } from './nomination';
import formStyles from '../../form/form.module.css';
import styles from './nominations.module.css';

const SHOWN = 10;

interface PeerChoiceProps {
  cycleId: string;
  /** Whose peers they are; null: the user's own. */
  subjectId: string | null;
  chosen: readonly NamedPeer[];
  maxPeers: number;
  isBusy: boolean;
  onChange: (chosen: readonly NamedPeer[]) => void;
}

/** The chosen peers, and a search for others; those who cannot be named show why. */
export function PeerChoice({ cycleId, subjectId, chosen, maxPeers, isBusy, onChange }: PeerChoiceProps): ReactNode {
  const t = useTranslations('nominations');
  const id = useId();
  const [search, setSearch] = useState('');
  const query = { search: search.trim() || undefined, limit: SHOWN };
  const isOwn = subjectId === null;
  const mine = useRead(
    '/api/my-nominations/{cycleId}/candidates',
    { path: { cycleId }, query },
    { keepPrevious: true, enabled: isOwn },
  );
  const theirs = useRead(
    '/api/team-nominations/{cycleId}/{subjectId}/candidates',
    { path: { cycleId, subjectId: subjectId ?? '' }, query },
    { keepPrevious: true, enabled: !isOwn },
  );
  const isChosen = ({ employeeId }: Candidate): boolean => chosen.some((peer) => peer.employeeId === employeeId);
  return (
    <>
      <h3 className={styles.chosen}>{t('chosen', { count: chosen.length })}</h3>
      <PeerList
        peers={chosen}
        label={t('chosen', { count: chosen.length })}
        action={({ employeeId, name }) => (
          <Button
            kind="quiet"
            isBusy={isBusy}
            aria-label={t('removeName', { name: name ?? t('deleted') })}
            onClick={() => onChange(chosen.filter((peer) => peer.employeeId !== employeeId))}
          >
            {t('remove')}
          </Button>
        )}
      />
      <div className={formStyles.field}>
        <label htmlFor={id}>{t('search')}</label>
        <input
          id={id}
          type="search"
          className={formStyles.input}
          autoComplete="off"
          maxLength={100}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      <Loaded read={isOwn ? mine : theirs}>
        {(candidates) => (
          <ul className={styles.people} aria-label={t('candidates')}>
            {candidates
              .filter((candidate) => !isChosen(candidate))
              .map((candidate) => (
                <li key={candidate.employeeId}>
                  <PersonFacts person={candidate} />
                  {candidate.unavailable === null ? (
                    <Button
                      isBusy={isBusy}
                      disabled={chosen.length >= maxPeers}
                      aria-label={t('addName', { name: candidate.name })}
                      onClick={() => onChange([...chosen, candidate])}
                    >
                      {t('add')}
                    </Button>
                  ) : (
                    <span className="muted">{t(`unavailable.${candidate.unavailable}`)}</span>
                  )}
                </li>
              ))}
            {candidates.length === 0 && <li className="muted">{t('noneFound')}</li>}
          </ul>
        )}
      </Loaded>
    </>
  );
}
