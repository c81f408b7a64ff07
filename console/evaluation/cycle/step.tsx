import type { ReactNode } from 'react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';

interface StepProps {
  number: number;
  /** The name of the step, which its button bears too. */
  name: string;
  state: 'done' | 'next' | 'possible' | 'later';
  /** What it will do, or what it has done. */
  children: ReactNode;
  actions?: ReactNode;
}

/** One step of a cycle: its place, its name, what it will do, and its buttons. */
export function Step({ number, name, state, children, actions }: StepProps): ReactNode {
  const t = useTranslations('cycle');
  const heading = useId();
  return (
    <li className={`step ${state}`} aria-labelledby={heading}>
      <span className="step-mark" aria-hidden="true">
        {state === 'done' ? '✓' : number}
      </span>
      <div className="step-text">
        <h2 id={heading} className="step-name">
          {name}
          {state === 'done' && <span className="visually-hidden"> {t('done')}</span>}
        </h2>
        {children}
      </div>
      <div className="step-actions">{actions}</div>
    </li>
  );
}
