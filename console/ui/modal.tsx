import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog, Heading, Modal as AriaModal, ModalOverlay } from 'react-aria-components';
import { useTranslations } from 'use-intl';
import { whenFreeToLeave } from '../app/leave-guard';
import type { DialogProps } from './dialog-props';
import { DialogScope } from './dialog-scope';
import styles from './dialog.module.css';

/** What `Dialog` shows: the modal of React Aria, in a file of its own that is loaded when the first dialog opens. */
export default function Modal({ title, face, isWide = false, onClose, children }: DialogProps): ReactNode {
  const t = useTranslations('dialog');
  const body = useRef<HTMLDivElement>(null);
  const [scope] = useState(() => Symbol(title));
  const close = (): void => whenFreeToLeave(onClose, scope);
  useEffect(() => {
    // The first thing to do, rather than the way out.
    body.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  }, []);
  return (
    <ModalOverlay isOpen className={styles.overlay} onOpenChange={(isOpen) => !isOpen && close()}>
      <AriaModal className={clsx(styles.dialog, isWide && styles.wide)}>
        <Dialog className={styles.content}>
          <header>
            <Heading slot="title" level={2}>
              {face}
              {title}
            </Heading>
            <button type="button" className={styles.dialogClose} aria-label={t('dismiss')} onClick={close}>
              <span aria-hidden="true">×</span>
            </button>
          </header>
          <div ref={body} className={styles.dialogBody}>
            <DialogScope value={{ key: scope, close }}>{children}</DialogScope>
          </div>
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  );
}
