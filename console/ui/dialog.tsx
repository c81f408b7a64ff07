import { type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Pending } from '../app/ready-mark';
import { Button } from './button';
import type { DialogProps } from './dialog-props';
import { lazyPart } from './lazy-part';
import { loadModal } from './load-modal';
import styles from './dialog.module.css';

const Modal = lazyPart(loadModal);

/**
 * A modal dialog: it exists while it is open. Escape and "Dismiss" call `onClose`, after a question when something was typed in it; a
 * press outside does nothing. Notices stay readable next to it.
 */
export function Dialog(props: DialogProps): ReactNode {
  return (
    <Suspense fallback={<Pending />}>
      <Modal {...props} />
    </Suspense>
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
