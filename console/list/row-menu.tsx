import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Pending } from '../app/ready-mark';
import { ConfirmDialog } from '../ui/dialog';
import { lazyPart } from '../ui/lazy-part';
import type { RowAction } from './row-action';
import styles from './list.module.css';

const RowMenuItems = lazyPart(() => import('./row-menu-items'));

/** A click that a key makes would count as one of a screen reader, whose menus leave the focus where it is. */
const OPENING_KEYS: ReadonlySet<string> = new Set(['ArrowDown', 'Enter', ' ']);

export interface RowMenuProps {
  /** What the row is called. */
  name: string;
  actions: readonly RowAction[];
}

/** What can be done with a row: always one menu, whose code is loaded with the first one that opens. */
export function RowMenu({ name, actions }: RowMenuProps): ReactNode {
  const t = useTranslations('list');
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState<RowAction | null>(null);
  const [isBusy, setBusy] = useState(false);
  const label = t('actionsFor', { name });
  const choose = (action: RowAction): void => {
    if (action.asks) setAsked(action);
    else void action.onAction();
  };
  const confirm = async ({ onAction }: RowAction): Promise<void> => {
    setBusy(true);
    try {
      await onAction();
      setAsked(null);
    } catch {
      // A notice says why; the question stays.
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {actions.length > 0 && (
        <button
          ref={button}
          type="button"
          className={styles.menuButton}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          aria-label={label}
          onClick={() => setOpen(true)}
          onKeyDown={(event) => {
            if (!OPENING_KEYS.has(event.key)) return;
            event.preventDefault();
            setOpen(true);
          }}
        >
          <span aria-hidden="true">⋯</span>
        </button>
      )}
      {isOpen && (
        <Suspense fallback={<Pending />}>
          <RowMenuItems
            label={label}
            actions={actions}
            button={button}
            onChoose={choose}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
      {asked?.asks && (
        <ConfirmDialog
          title={asked.asks.title}
          action={asked.text}
          kind="danger"
          isBusy={isBusy}
          onConfirm={() => void confirm(asked)}
          onClose={() => setAsked(null)}
        >
          <div className="stack">{asked.asks.text}</div>
        </ConfirmDialog>
      )}
    </>
  );
}
