import type { ReactNode } from 'react';
import styles from './check.module.css';

interface CheckProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** A checkbox outside of a form's own fields: in rows, and for what a report shows. */
export function Check({ label, isOn, onChange }: CheckProps): ReactNode {
  return (
    <label className={styles.checkLabel}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}
