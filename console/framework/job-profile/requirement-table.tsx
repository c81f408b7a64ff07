import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '../../ui/badge';
import { type Column, DataTable } from '../../ui/data-table';
import { Check } from '../check/check';
import { COMPETENCY_LEVELS } from '../levels/level-fields';
import type { JobProfile } from './profile-actions';
import formStyles from '../../form/form.module.css';

export type Requirement = JobProfile['requirements'][number];

interface TableProps {
  requirements: readonly Requirement[];
  /** Absent: they are only shown. */
  onChange?: (requirements: readonly Requirement[]) => void;
}

/** What a job profile requires, with level and weightiness; changed in place. */
export function RequirementTable({ requirements, onChange }: TableProps): ReactNode {
  const t = useTranslations('jobProfile');
  const change = (id: string, changes: Partial<Requirement>): void =>
    onChange?.(requirements.map((row) => (row.id === id ? { ...row, ...changes } : row)));
  const columns: Column<Requirement>[] = [
    {
      name: 'requirement',
      heading: t('requirement'),
      cell: ({ requirement, skillId }) => (
        <>
          {requirement ?? t('gone')} {skillId !== null && <Badge>{t('skill')}</Badge>}
        </>
      ),
    },
    {
      name: 'level',
      heading: t('requiredLevel'),
      cell: ({ id, requirement, requiredLevel }) =>
        onChange ? (
          <select
            className={formStyles.input}
            aria-label={t('levelOf', { name: requirement ?? '' })}
            value={requiredLevel}
            onChange={({ target }) => change(id, { requiredLevel: Number(target.value) })}
          >
            {COMPETENCY_LEVELS.map((level) => (
              <option key={level}>{level}</option>
            ))}
          </select>
        ) : (
          requiredLevel
        ),
    },
    {
      name: 'critical',
      heading: t('importance'),
      cell: ({ id, isCritical }) =>
        onChange ? (
          <Check label={t('critical')} isOn={isCritical} onChange={(isOn) => change(id, { isCritical: isOn })} />
        ) : (
          isCritical && <Badge tone="warn">{t('critical')}</Badge>
        ),
    },
  ];
  return (
    <DataTable
      label={t('requirements')}
      columns={columns}
      rows={requirements}
      rowKey={({ id }) => id}
      empty={<p>{t('noRequirements')}</p>}
      menu={
        onChange &&
        (({ id, requirement }) => ({
          name: requirement ?? t('gone'),
          actions: [{ text: t('remove'), onAction: () => onChange(requirements.filter((row) => row.id !== id)) }],
        }))
      }
    />
  );
}
