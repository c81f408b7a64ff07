import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';

interface StepButtonProps {
  /** The name of the step. */
  name: string;
  title: string;
  /** The next step of the cycle has the primary button. */
  isNext?: boolean;
  isDanger?: boolean;
  isBusy: boolean;
  isDisabled?: boolean;
  /** What it will do, and to how many. */
  children: ReactNode;
  onConfirm: () => Promise<unknown>;
}

/** The button of a step, which asks once before it changes something for many. */
export function StepButton(props: StepButtonProps): ReactNode {
  const { name, title, isNext = false, isDanger = false, isBusy, isDisabled = false, children, onConfirm } = props;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button kind={isNext ? 'primary' : 'plain'} isBusy={isBusy} disabled={isDisabled} onClick={() => setAsking(true)}>
        {name}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={title}
          action={name}
          kind={isDanger ? 'danger' : 'primary'}
          isBusy={isBusy}
          onConfirm={() => void onConfirm().finally(() => setAsking(false))}
          onClose={() => setAsking(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
