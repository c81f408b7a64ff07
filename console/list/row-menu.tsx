import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Pending } from '../app/ready-mark';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/dialog';
import type { RowAction } from './row-action';
import styles from './list.module.css';

const RowMenuItems = lazy(() => import('./row-menu-items'));

/** A click that a key makes would count as one of a screen reader, whose menus leave the focus where it is. */
const OPENING_KEYS: ReadonlySet<string> = new Set(['ArrowDown', 'Enter', ' ']);

export interface RowMenuProps {
  /** What the row is called. */
  name: string;
  actions: readonly RowAction[];
}

/** What can be done with a row: a button, or one menu for several actions, whose code is loaded with the first menu that opens. */
export function RowMenu({ name, actions }: RowMenuProps): ReactNode {
  const t = useTranslations('list');
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState<RowAction | null>(null);
  const label = t('actionsFor', { name });
  const choose = (action: RowAction): void => (action.asks ? setAsked(action) : action.onAction());
  const [only, ...others] = actions;
  return (
    <>
      {only && others.length === 0 ? (
        <Button kind="quiet" disabled={only.isDisabled} onClick={() => choose(only)}>
          {only.text}
        </Button>
      ) : (
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
          onConfirm={() => {
            setAsked(null);
            asked.onAction();
          }}
          onClose={() => setAsked(null)}
        >
          <p>{asked.asks.text}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
