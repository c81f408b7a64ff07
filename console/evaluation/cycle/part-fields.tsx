import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { EVALUATOR_TYPES } from '../../../shared/framework/evaluator-type';
import { type Choice, choicesOf, rowChoices } from '../../form/choices';
import { Options } from '../../form/options';
import { useRead } from '../../http/use-read';
import formStyles from '../../form/form.module.css';

const PROGRESS = ['NotStarted', 'Started'] as const;

/** The evaluators who get a reminder; omitted: all. */
export interface MailPart {
  evaluatorType?: (typeof EVALUATOR_TYPES)[number] | undefined;
  departmentId?: string | undefined;
  progress?: (typeof PROGRESS)[number] | undefined;
}

/** The choice of a part of those who have something left to answer. */
export function PartFields({ part, onChange }: { part: MailPart; onChange: (part: MailPart) => void }): ReactNode {
  const t = useTranslations('cycle.part');
  const types = useTranslations('evaluatorType');
  const departments = useRead('/api/departments/options');
  const { evaluatorType, departmentId, progress } = part;
  return (
    <div className={formStyles.formRow}>
      <Select
        label={t('type')}
        value={evaluatorType}
        choices={choicesOf(EVALUATOR_TYPES, types)}
        onChange={(value) =>
          onChange({ ...part, evaluatorType: EVALUATOR_TYPES.find((option) => String(option) === value) })
        }
      />
      <Select
        label={t('department')}
        value={departmentId}
        choices={rowChoices(departments.data)}
        onChange={(value) => onChange({ ...part, departmentId: value || undefined })}
      />
      <Select
        label={t('progress')}
        value={progress}
        choices={PROGRESS.map((value) => ({ value, text: t(`progresses.${value}`) }))}
        onChange={(value) => onChange({ ...part, progress: PROGRESS.find((option) => option === value) })}
      />
    </div>
  );
}

interface SelectProps {
  label: string;
  value: string | undefined;
  choices: readonly Choice[];
  onChange: (value: string) => void;
}

function Select({ label, value = '', choices, onChange }: SelectProps): ReactNode {
  const t = useTranslations('table');
  const id = useId();
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{t('all')}</option>
        <Options choices={choices} />
      </select>
    </div>
  );
}
