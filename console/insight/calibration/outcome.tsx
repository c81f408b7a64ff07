import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { ReadResult } from '../../http/use-read';
import { Bar } from '../../ui/bar';
import { type BoxIndex, isBox } from '../boxes/box-index';
import styles from './calibration.module.css';

type Preview = ReadResult<'/api/calibration/{id}/preview'>;

/** What applying the session would change: the distribution of scores, and who goes to another box. */
export function Outcome({ preview }: { preview: Preview }): ReactNode {
  const t = useTranslations('calibration');
  const { entries, subjects, changed } = preview;
  return (
    <section className={clsx('card', styles.outcome)} aria-labelledby="outcome">
      <div>
        <h2 id="outcome">{t('outcome')}</h2>
        <p className="muted">{t('outcomeText', { entries, subjects, changed })}</p>
      </div>
      <div className={styles.outcomeColumns}>
        <Distribution preview={preview} />
        <Moves preview={preview} />
      </div>
    </section>
  );
}

function Distribution({ preview: { distribution } }: { preview: Preview }): ReactNode {
  const t = useTranslations('calibration');
  const format = useFormatter();
  const { bins, withoutScore } = distribution;
  const most = Math.max(1, ...bins.flatMap(({ before, after }) => [before, after]));
  const score = (value: number): string => format.number(value, { minimumFractionDigits: 2 });
  return (
    <table className={styles.distribution}>
      <caption>{t('distribution')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('scores')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {bins.map(({ name, from, to, before, after }) => (
          <tr key={name}>
            <th scope="row">
              {score(from)}–{score(to)}
            </th>
            <Count count={before} share={before / most} />
            <Count count={after} share={after / most} isChanged={before !== after} />
          </tr>
        ))}
        {(withoutScore.before > 0 || withoutScore.after > 0) && (
          <tr>
            <th scope="row">{t('withoutScore')}</th>
            <Count count={withoutScore.before} share={0} />
            <Count count={withoutScore.after} share={0} isChanged={withoutScore.before !== withoutScore.after} />
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Count({ count, share, isChanged = false }: { count: number; share: number; isChanged?: boolean }): ReactNode {
  const format = useFormatter();
  return (
    <td>
      <span className={styles.distributionCount}>
        <Bar share={share} />
        {isChanged ? <b>{format.number(count)}</b> : format.number(count)}
      </span>
    </td>
  );
}

function Moves({ preview: { moves } }: { preview: Preview }): ReactNode {
  const t = useTranslations('calibration');
  const boxes = useTranslations('nineBox.boxes');
  const nameOf = (box: number | null): string => (isBox(box) ? boxes(`${box satisfies BoxIndex}`) : t('noBox'));
  return (
    <div>
      <h3>{t('moves')}</h3>
      {moves.length === 0 ? (
        <p className="muted">{t('noMoves')}</p>
      ) : (
        <ul className={styles.moves}>
          {moves.map(({ from, to, count, subjects }) => (
            <li key={`${from}-${to}`}>
              <b>{t('move', { from: nameOf(from), to: nameOf(to), count })}</b>
              <span>{subjects.map(({ name }) => name).join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
