import type { ReactNode } from 'react';
import { refresh } from '../http/query-client';
import { CancelButton } from '../ui/cancel-button';
import { Dialog } from '../ui/dialog';
import { notify } from '../ui/notices';
import { TextArea } from './fields';
import { Form } from './form';

interface ReasonDialogProps {
  /** Names the form within its address. */
  name: string;
  title: string;
  /** What the action does. */
  text?: ReactNode;
  label: string;
  hint?: string;
  maxLength: number;
  isOptional?: boolean;
  submit: (typed: { reason: string }) => Promise<unknown>;
  /** The name of the button. */
  action: string;
  /** The notice once it is done. */
  done: string;
  /** API paths whose answers change with it. */
  refreshes: readonly string[];
  onClose: () => void;
}

/** Asks why before something is done that others will ask about. */
export function ReasonDialog(props: ReasonDialogProps): ReactNode {
  const { name, title, text, label, hint, maxLength, isOptional = false, action, done, refreshes, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      {text}
      <Form<{ reason: string }>
        name={name}
        label={title}
        values={{ reason: '' }}
        submit={props.submit}
        onSaved={() => {
          notify({ kind: 'done', text: done });
          onClose();
          void refresh(...refreshes);
        }}
        action={action}
        secondary={<CancelButton />}
      >
        <TextArea name="reason" label={label} hint={hint} required={!isOptional} maxLength={maxLength} />
      </Form>
    </Dialog>
  );
}
