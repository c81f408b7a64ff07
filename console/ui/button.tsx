import { clsx } from 'clsx';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './button.module.css';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** One `primary` a page; `danger` where something is lost; `quiet` inside rows and heads. */
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** Works now: further presses do nothing, and the focus stays. */
  isBusy?: boolean;
  children: ReactNode;
}

/** A button. While it works it stays focusable, says so to screen readers, and takes no second press. */
export function Button({
  kind = 'plain',
  isBusy = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      {...rest}
      type={isBusy && type === 'submit' ? 'button' : type}
      className={clsx(styles.button, styles[kind])}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
    >
      {children}
    </button>
  );
}
