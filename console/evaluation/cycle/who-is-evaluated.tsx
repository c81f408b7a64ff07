import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import { CheckGroup } from '../../form/check-group';
import { rowChoices } from '../../form/choices';
import { EmployeesField } from '../../form/employees-field';
import { SelectField, TextField } from '../../form/fields';
import { useRead } from '../../http/use-read';
import type { Cycle } from './cycle-state';
import formStyles from '../../form/form.module.css';

type Rule = components['schemas']['CycleSubjectsInput'];

/** The rule as the form has it. */
export interface SubjectsTyped {
  who: 'everybody' | 'some';
  departmentIds: string[];
  jobProfileIds: string[];
  hiredBefore: string;
  excludedIds: string[];
  includedIds: string[];
}

/** Whether the cycle has left Draft, from when on single subjects are added and withdrawn instead. */
export const isOpenedCycle = (cycle: Cycle | null): boolean => cycle !== null && cycle.status !== 'Draft';

export function toTypedSubjects(subjects: Cycle['settings']['subjects']): SubjectsTyped {
  return {
    who: subjects === null ? 'everybody' : 'some',
    departmentIds: subjects?.departmentIds ?? [],
    jobProfileIds: subjects?.jobProfileIds ?? [],
    hiredBefore: subjects?.hiredBefore ?? '',
    excludedIds: subjects?.excludedIds ?? [],
    includedIds: subjects?.includedIds ?? [],
  };
}

export function toSubjects(typed: SubjectsTyped): Rule | null {
  const { who, departmentIds, jobProfileIds, hiredBefore, excludedIds, includedIds } = typed;
  if (who === 'everybody') return null;
  return { departmentIds, jobProfileIds, hiredBefore: hiredBefore || null, excludedIds, includedIds };
}

/** "Who is evaluated": everybody, or those of departments, job profiles and a date of hire, and single employees. */
export function WhoIsEvaluated({ cycle }: { cycle: Cycle | null }): ReactNode {
  const t = useTranslations('cycleForm');
  const { watch } = useFormContext<{ settings: { subjects: SubjectsTyped } }>();
  const isChosen = watch('settings.subjects.who') === 'some';
  if (isOpenedCycle(cycle)) return <p className={formStyles.hint}>{t('whoFixed')}</p>;
  return (
    <>
      <SelectField
        name="settings.subjects.who"
        label={t('who')}
        choices={[
          { value: 'everybody', text: t('everybody') },
          { value: 'some', text: t('some') },
        ]}
      />
      {isChosen && <Narrowing subjects={cycle?.settings.subjects ?? null} />}
    </>
  );
}

function Narrowing({ subjects }: Pick<Cycle['settings'], 'subjects'>): ReactNode {
  const t = useTranslations('cycleForm');
  const departments = useRead('/api/departments/options');
  const profiles = useRead('/api/job-profiles/options');
  return (
    <>
      <CheckGroup
        name="settings.subjects.departmentIds"
        label={t('departments')}
        hint={t('departmentsHint')}
        choices={rowChoices(departments.data)}
      />
      <CheckGroup
        name="settings.subjects.jobProfileIds"
        label={t('jobProfiles')}
        hint={t('jobProfilesHint')}
        choices={rowChoices(profiles.data)}
      />
      <TextField
        name="settings.subjects.hiredBefore"
        label={t('hiredBefore')}
        hint={t('hiredBeforeHint')}
        type="date"
        required={false}
      />
      <EmployeesField
        name="settings.subjects.excludedIds"
        label={t('excluded')}
        hint={t('excludedHint')}
        shown={namesById(subjects?.excludedIds, subjects?.excluded)}
      />
      <EmployeesField
        name="settings.subjects.includedIds"
        label={t('included')}
        hint={t('includedHint')}
        shown={namesById(subjects?.includedIds, subjects?.included)}
      />
    </>
  );
}

const namesById = (
  ids: readonly string[] = [],
  names: readonly (string | null)[] = [],
): ReadonlyMap<string, string | null> => new Map(ids.map((id, at) => [id, names[at] ?? null]));
