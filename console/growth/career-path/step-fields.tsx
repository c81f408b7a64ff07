import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { useController } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { Choice } from '../../form/choices';
import { newId } from '../../form/new-id';
import { Options } from '../../form/options';
import { Button } from '../../ui/button';
import formStyles from '../../form/form.module.css';
import styles from './career-path.module.css';

/** A step as it is edited; its place in the list is its order. */
export interface TypedStep {
  key: string;
  jobProfileId: string;
  minMonths: string;
}

const MAX_STEPS = 30;
const MAX_MONTHS = 600;

interface StepFieldsProps {
  /** Job profiles that can be a step. */
  choices: readonly Choice[];
  /** Those that were steps when the editor opened, also older versions. */
  used: readonly Choice[];
}

/** The steps of a career path: added, removed, and ordered by buttons. */
export function StepFields({ choices, used }: StepFieldsProps): ReactNode {
  const t = useTranslations('careerPath');
  const { field, fieldState } = useController<{ steps: readonly TypedStep[] }, 'steps'>({
    name: 'steps',
    rules: { validate: (steps) => steps.length > 0 || t('noSteps') },
  });
  const steps = field.value;
  const taken = new Set(steps.map(({ jobProfileId }) => jobProfileId));
  const all = [...choices, ...used.filter(({ value }) => !choices.some((choice) => choice.value === value))];
  const free = choices.filter(({ value }) => !taken.has(value));
  const put = (at: number, step: TypedStep): void => field.onChange(steps.with(at, step));
  const move = (from: number, to: number): void => {
    const step = steps[from];
    if (step) field.onChange(steps.toSpliced(from, 1).toSpliced(to, 0, step));
  };
  const add = (): void => {
    const [next] = free;
    if (next) field.onChange([...steps, { key: newId(), jobProfileId: next.value, minMonths: '' }]);
  };
  return (
    <section className={clsx('card', styles.pathSteps)} aria-labelledby="path-steps">
      <div className="page-head">
        <h2 id="path-steps">{t('steps')}</h2>
        <Button disabled={free.length === 0 || steps.length >= MAX_STEPS} onClick={add}>
          {t('addStep')}
        </Button>
      </div>
      {steps.length === 0 && <p className="muted">{choices.length === 0 ? t('noProfiles') : t('stepsHint')}</p>}
      <ol>
        {steps.map((step, at) => (
          <StepRow
            key={step.key}
            step={step}
            order={at + 1}
            choices={all.filter(({ value }) => value === step.jobProfileId || !taken.has(value))}
            onChange={(changed) => put(at, changed)}
            onUp={at === 0 ? null : () => move(at, at - 1)}
            onDown={at === steps.length - 1 ? null : () => move(at, at + 1)}
            onRemove={() => field.onChange(steps.toSpliced(at, 1))}
          />
        ))}
      </ol>
      {fieldState.error?.message !== undefined && (
        <p className={formStyles.fieldError} role="alert">
          {fieldState.error.message}
        </p>
      )}
    </section>
  );
}

interface StepRowProps {
  step: TypedStep;
  order: number;
  choices: readonly Choice[];
  onChange: (step: TypedStep) => void;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onRemove: () => void;
}

function StepRow({ step, order, choices, onChange, onUp, onDown, onRemove }: StepRowProps): ReactNode {
  const t = useTranslations('careerPath');
  const id = useId();
  const name = choices.find(({ value }) => value === step.jobProfileId)?.text ?? '–';
  return (
    <li className={styles.pathStep} aria-label={t('step', { order })}>
      <span className={styles.pathOrder} aria-hidden="true">
        {order}
      </span>
      <div className={formStyles.field}>
        <label htmlFor={`${id}-profile`}>{t('jobProfile')}</label>
        <select
          id={`${id}-profile`}
          value={step.jobProfileId}
          onChange={({ target }) => onChange({ ...step, jobProfileId: target.value })}
        >
          <Options choices={choices} />
        </select>
      </div>
      <div className={formStyles.field}>
        <label htmlFor={`${id}-months`}>{t('minMonths')}</label>
        <input
          id={`${id}-months`}
          type="number"
          min={1}
          max={MAX_MONTHS}
          value={step.minMonths}
          onChange={({ target }) => onChange({ ...step, minMonths: target.value })}
        />
      </div>
      <span className={styles.pathStepActions}>
        <Button kind="quiet" aria-label={t('moveUp', { name })} aria-disabled={!onUp} onClick={() => onUp?.()}>
          ↑
        </Button>
        <Button kind="quiet" aria-label={t('moveDown', { name })} aria-disabled={!onDown} onClick={() => onDown?.()}>
          ↓
        </Button>
        <Button kind="quiet" aria-label={t('removeStep', { name })} onClick={onRemove}>
          {t('remove')}
        </Button>
      </span>
    </li>
  );
}
