import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import { Badge } from '../../ui/badge';
import { Person } from '../../ui/person';
import styles from './nominations.module.css';

export type Nomination = components['schemas']['NominationView'];
export type MyNomination = components['schemas']['MyNominationView'];
export type NamedPeer = components['schemas']['NamedPeer'];
export type NamedGuest = components['schemas']['NamedGuest'];

/** The peers and guests that are approved. */
export interface Choice {
  peers: readonly NamedPeer[];
  guests: readonly NamedGuest[];
}

export type Candidate = components['schemas']['CandidateView'];

export const NOMINATION_STATUSES = [
  'Open',
  'Submitted',
  'Returned',
  'Approved',
] as const satisfies readonly Nomination['status'][];

/** API paths whose answers change with a nomination. */
export const NOMINATION_PATHS = ['/api/my-nominations', '/api/team-nominations', '/api/peer-assignments/nominations'];

const TONES = { Open: 'plain', Submitted: 'info', Returned: 'warn', Approved: 'good' } as const;

/** How far a nomination is, and whether it is late. */
export function NominationState({
  status,
  isLate = false,
}: {
  status: Nomination['status'];
  isLate?: boolean;
}): ReactNode {
  const t = useTranslations('nominations');
  return (
    <>
      <Badge tone={TONES[status]}>{t(`statuses.${status}`)}</Badge> {isLate && <Badge tone="bad">{t('late')}</Badge>}
    </>
  );
}

/** The named peers, each with department and load; `action` is next to each. */
export function PeerList({
  peers,
  label,
  action,
}: {
  peers: readonly NamedPeer[];
  label: string;
  action?: (peer: NamedPeer) => ReactNode;
}): ReactNode {
  const t = useTranslations('nominations');
  if (peers.length === 0) return <p className="muted">{t('noPeers')}</p>;
  return (
    <ul className={styles.people} aria-label={label}>
      {peers.map((peer) => (
        <li key={peer.employeeId}>
          <PersonFacts person={peer} />
          {action?.(peer)}
        </li>
      ))}
    </ul>
  );
}

export function PersonFacts({ person: { employeeId, name, department, load } }: { person: NamedPeer }): ReactNode {
  const t = useTranslations('nominations');
  return (
    <Person id={employeeId} name={name}>
      {name ?? t('deleted')}
      <span className="muted">
        {' '}
        · {department === null ? t('load', { count: load }) : `${department} · ${t('load', { count: load })}`}
      </span>
    </Person>
  );
}
