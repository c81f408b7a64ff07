import { type ReactNode, useRef } from 'react';
import { Button } from './button';
import { CopyButton } from './copy-button';
import { Dialog } from './dialog';
import formStyles from '../form/form.module.css';
import styles from './shown-secret.module.css';

interface ShownSecretProps {
  title: string;
  /** That it is shown this once. */
  text: string;
  /** What the secret is called. */
  label: string;
  secret: string;
  /** How programs send it. */
  usage: ReactNode;
  /** The name of the button that closes the dialog. */
  done: string;
  onClose: () => void;
}

/** A secret that was made just now, which is not shown again. */
export function ShownSecret({ title, text, label, secret, usage, done, onClose }: ShownSecretProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        <p>{text}</p>
        <div className={styles.secret}>
          <input
            ref={field}
            className={formStyles.input}
            readOnly
            aria-label={label}
            value={secret}
            onFocus={() => field.current?.select()}
          />
          <CopyButton text={secret} kind="primary" />
        </div>
        <p className="muted">{usage}</p>
        <p>
          <Button onClick={onClose}>{done}</Button>
        </p>
      </div>
    </Dialog>
  );
}
