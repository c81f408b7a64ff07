import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAddress } from '../../app/use-address';
import type { Bulk } from '../../list/bulk';
import { ListTable } from '../../list/list-table';
import type { Column } from '../../ui/data-table';
import { Person } from '../../ui/person';
import { GapLevel } from '../gap/gap-level';
import { Priority } from '../gap/priority';
import type { Gap } from './gap';
import dataTableStyles from '../../ui/data-table.module.css';
import gapStyles from '../gap/gap.module.css';

interface GapTableProps {
  gaps: readonly Gap[];
  bulk: Bulk<Gap>;
}

/** What narrows the gaps of a cycle, as it is called in the address. */
const FILTERS = ['search', 'severity', 'department', 'profile', 'employee', 'competency'];

/** Gaps of people at requirements; those that exist can be chosen for a development plan. */
export function GapTable({ gaps, bulk }: GapTableProps): ReactNode {
  const t = useTranslations('gaps');
  const pages = useTranslations('pages');
  const facts = useTranslations('gap');
  const format = useFormatter();
  const address = useAddress();
  const columns: Column<Gap>[] = [
    {
      name: 'person',
      heading: t('person'),
      cell: ({ employeeId, employee, department }) => (
        <Person id={employeeId} name={employee}>
          {employee ?? '–'}
          {department !== null && <span className={dataTableStyles.below}>{department}</span>}
        </Person>
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
      cell: ({ gapLevel, requiredLevel, currentLevel }) => (
        <GapLevel level={gapLevel} required={requiredLevel} current={currentLevel} />
      ),
    },
    { name: 'priority', heading: facts('priority'), cell: ({ priority }) => <Priority priority={priority} /> },
  ];
  return (
    <ListTable
      label={pages('gaps')}
      list="gaps"
      bulk={bulk}
      columns={columns}
      rows={gaps}
      rowKey={({ id }) => id}
      empty={<p>{FILTERS.some((name) => address.get(name) !== '') ? t('noneFound') : t('noneRated')}</p>}
    />
  );
}
