import { type ReactNode, useState } from 'react';
import { Button } from './button';
import { ConfirmDialog } from './dialog';

interface AskingButtonProps {
  /** What the button says, and the one of the question. */
  name: string;
  /** Accessible name if several share a label. */
  label?: string;
  kind?: 'plain' | 'primary' | 'quiet';
  /** The question. */
  title: string;
  isDanger?: boolean;
  isBusy: boolean;
  isDisabled?: boolean;
  /** What it will do, and to how many. */
  children: ReactNode;
  /** Calls `close` when it has ended, well or not. */
  onConfirm: (close: () => void) => void;
}

/** A button that asks for confirmation before it does something that many notice or that cannot be taken back. */
export function AskingButton(props: AskingButtonProps): ReactNode {
  const {
    name,
    label,
    kind = 'plain',
    title,
    isDanger = false,
    isBusy,
    isDisabled = false,
    children,
    onConfirm,
  } = props;
  const [isAsking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  return (
    <>
      <Button kind={kind} isBusy={isBusy} disabled={isDisabled} onClick={() => setAsking(true)} aria-label={label}>
        {name}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={title}
          action={name}
          kind={isDanger ? 'danger' : 'primary'}
          isBusy={isBusy}
          onConfirm={() => onConfirm(close)}
          onClose={close}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
