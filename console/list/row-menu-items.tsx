import type { ReactNode, RefObject } from 'react';
import { Menu, MenuItem, Popover } from 'react-aria-components';
import type { RowAction } from './row-action';
import styles from './list.module.css';

interface RowMenuItemsProps {
  label: string;
  actions: readonly RowAction[];
  /** The anchor of the menu, which gets the focus back. */
  button: RefObject<HTMLButtonElement | null>;
  onChoose: (action: RowAction) => void;
  onClose: () => void;
}

/** The open menu of a row: arrow keys and letters move, Enter does it, Escape and Tab close. */
export default function RowMenuItems({ label, actions, button, onChoose, onClose }: RowMenuItemsProps): ReactNode {
  return (
    <Popover
      isOpen
      aria-label={label}
      trigger="MenuTrigger"
      triggerRef={button}
      placement="bottom end"
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Menu
        className={styles.menu}
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- who opens a menu goes on in it
        autoFocus="first"
        onClose={onClose}
        disabledKeys={actions.filter(({ isDisabled }) => isDisabled).map(({ text }) => text)}
        onAction={(key) => {
          const chosen = actions.find(({ text }) => text === key);
          if (chosen) onChoose(chosen);
        }}
      >
        {actions.map(({ text }) => (
          <MenuItem key={text} id={text} className={styles.item} textValue={text}>
            {text}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
