import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './button';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  /** Shows something large, such as a form as others see it. */
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A native modal dialog: it exists while it is open; Escape and "Dismiss" ask `onClose`. */
export function Dialog({ title, isWide = false, onClose, children }: DialogProps): ReactNode {
  const t = useTranslations('dialog');
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // The first thing to do, rather than the way out.
    dialog?.querySelector<HTMLElement>(`.${styles.dialogBody} :is(input, select, textarea, button)`)?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className={clsx(styles.dialog, isWide && styles.wide)}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        <button type="button" className={styles.dialogClose} aria-label={t('dismiss')} onClick={onClose}>
          <span aria-hidden="true">×</span>
        </button>
      </header>
      <div className={styles.dialogBody}>{children}</div>
    </dialog>
  );
}

interface ConfirmProps {
  title: string;
  /** What will happen, and to how many. */
  children: ReactNode;
  /** The name of the step, such as "Delete". */
  action: string;
  kind?: 'primary' | 'danger';
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks once before a step that loses something or concerns many. */
export function ConfirmDialog({
  title,
  children,
  action,
  kind = 'primary',
  isBusy,
  onConfirm,
  onClose,
}: ConfirmProps): ReactNode {
  const t = useTranslations('dialog');
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">{children}</div>
      <div className={styles.dialogActions}>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button kind={kind} isBusy={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
