import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Bar } from '../../ui/bar';
import { Score } from './score';
import { shareOfScale, type SubjectResult } from './subject-result';
import styles from './subject-result.module.css';

/** What was rated highest and lowest; nothing where too little is shown. */
export function Highlights({ result: { highlights, scale } }: { result: SubjectResult }): ReactNode {
  const t = useTranslations('highlights');
  const { strengths, toDevelop } = highlights;
  if (strengths.length === 0) return null;
  return (
    <div className={styles.resultColumns}>
      {(
        [
          ['strengths', strengths],
          ['toDevelop', toDevelop],
        ] as const
      ).map(([name, shown]) => (
        <section key={name} className="card" aria-labelledby={`result-${name}`}>
          <h2 id={`result-${name}`}>{t(name)}</h2>
          <ul className={styles.highlights}>
            {shown.map((each) => (
              <li key={each.id}>
                <span>{each.name}</span>
                <Bar share={shareOfScale(each.mean, scale)} />
                <b>
                  <Score value={each.mean} />
                </b>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
