import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** What is known of something: a name and a value each; one that is null or absent is left out. */
export function Facts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }): ReactNode {
  const shown = facts.filter(({ value }) => value !== null && value !== undefined);
  if (shown.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {shown.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
