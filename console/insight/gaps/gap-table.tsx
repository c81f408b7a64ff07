import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAddress } from '../../app/use-address';
import { type Column, DataTable } from '../../ui/data-table';
import { GapLevel } from '../gap/gap-level';
import { Priority } from '../gap/priority';
import type { Gap } from './gaps.page';
import dataTableStyles from '../../ui/data-table.module.css';
import gapStyles from '../gap/gap.module.css';
import styles from './gaps.module.css';

interface GapTableProps {
  gaps: readonly Gap[];
  chosen: readonly Gap[];
  onChoose: (gaps: readonly Gap[]) => void;
}

/** Gaps of people at requirements; those that exist can be chosen for a development plan. */
export function GapTable({ gaps, chosen, onChoose }: GapTableProps): ReactNode {
  const t = useTranslations('gaps');
  const pages = useTranslations('pages');
  const facts = useTranslations('gap');
  const format = useFormatter();
  const address = useAddress();
  const toggle = (gap: Gap, isChosen: boolean): void =>
    onChoose(isChosen ? [...chosen, gap] : chosen.filter(({ id }) => id !== gap.id));
  const columns: Column<Gap>[] = [
    {
      name: 'person',
      heading: t('person'),
      cell: (gap) => (
        <span className={styles.gapPerson}>
          {gap.gapLevel > 0 ? (
            <input
              type="checkbox"
              aria-label={t('choose', { name: gap.employee ?? '–', requirement: gap.requirement })}
              checked={chosen.some(({ id }) => id === gap.id)}
              onChange={({ target }) => toggle(gap, target.checked)}
            />
          ) : (
            <span />
          )}
          <span>
            {gap.employee ?? '–'}
            {gap.department !== null && <span className={dataTableStyles.below}>{gap.department}</span>}
          </span>
        </span>
      ),
    },
    {
      name: 'requirement',
      heading: t('requirement'),
      cell: ({ employeeId, requirementId, requirement, isCritical }) => (
        <span>
          <Link href={address.with({ person: employeeId, requirement: requirementId })}>{requirement}</Link>
          {isCritical && <span className={gapStyles.critical}>{facts('critical')}</span>}
        </span>
      ),
    },
    {
      name: 'required',
      heading: facts('required'),
      isNumber: true,
      cell: ({ requiredLevel }) => format.number(requiredLevel),
    },
    {
      name: 'current',
      heading: facts('current'),
      isNumber: true,
      cell: ({ currentLevel }) => format.number(currentLevel, { minimumFractionDigits: 2 }),
    },
    {
      name: 'gap',
      heading: facts('gap'),
      isNumber: true,
      cell: ({ gapLevel }) => (
        <span className={styles.gapFigure}>
          <GapLevel level={gapLevel} />
        </span>
      ),
    },
    { name: 'priority', heading: facts('priority'), cell: ({ priority }) => <Priority priority={priority} /> },
  ];
  return (
    <DataTable
      label={pages('gaps')}
      columns={columns}
      rows={gaps}
      rowKey={({ id }) => id}
      empty={<p>{t('noneFound')}</p>}
    />
  );
}
