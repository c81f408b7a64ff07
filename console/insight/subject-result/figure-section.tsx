import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { type Figures, FigureTable } from '../../ui/figure-table';
import dataTableStyles from '../../ui/data-table.module.css';
import styles from './figure-section.module.css';

interface FigureSectionProps extends Figures {
  title: string;
  hint?: string;
  /** The last row: what the last column adds up to. */
  sum?: { name: string; figure: ReactNode } | undefined;
}

export function FigureSection({ title, hint, sum, ...figures }: FigureSectionProps): ReactNode {
  const heading = useId();
  return (
    <section className={styles.resultTable} aria-labelledby={heading}>
      <h2 id={heading} className={styles.resultHeading}>
        {title}
      </h2>
      {hint !== undefined && <p className={clsx('muted', styles.resultHint)}>{hint}</p>}
      <FigureTable {...figures} labelledBy={heading}>
        {sum && (
          <tr className={styles.resultSum}>
            <th scope="row" colSpan={figures.headings.length - 1}>
              {sum.name}
            </th>
            <td className={dataTableStyles.number} data-heading={figures.headings.at(-1)}>
              {sum.figure}
            </td>
          </tr>
        )}
      </FigureTable>
    </section>
  );
}
