import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button';
import { Person } from '../../ui/person';
import type { Move } from './boxes';
import styles from './boxes.module.css';

/** Someone without a box, and why. */
export interface UnplacedPerson {
  id: string;
  name: string;
  department: string | null;
  reason: 'NoScore' | 'NoPotential' | 'EstimateLeftOut';
  isMovable: boolean;
}

export function Unplaced({ people, onMove }: { people: readonly UnplacedPerson[]; onMove: Move }): ReactNode {
  const t = useTranslations('nineBox');
  if (people.length === 0) return null;
  return (
    <section className="card" aria-labelledby="unplaced">
      <h2 id="unplaced">{t('unplaced', { count: people.length })}</h2>
      <ul className={styles.unplaced}>
        {people.map(({ id, name, department, reason, isMovable }) => (
          <li key={id}>
            <span className={styles.unplacedName}>
              <Person id={id} name={name}>
                {name} {department !== null && <span className="muted">{department}</span>}
              </Person>
            </span>
            <span className="muted">{t(`reasons.${reason}`)}</span>
            {isMovable && (
              <Button kind="quiet" aria-label={`${t('move')} ${name}`} onClick={() => onMove(id, null)}>
                {t('move')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
