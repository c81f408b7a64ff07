import { clsx } from 'clsx';
import { type InputHTMLAttributes, type ReactNode, type Ref, useEffect, useRef } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../ui/button';
import styles from './file-input.module.css';

interface FileInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange' | 'className'> {
  /** What is chosen; null: nothing yet. */
  file: File | null;
  onChoose: (file: File | null) => void;
  /** The file is being sent: it takes no other one, and the area says so. */
  isSending?: boolean;
  ref?: Ref<HTMLInputElement>;
}

const BYTES_OF_KILOBYTE = 1_024;

/** An area that takes a file: pressed, dropped on, or by keyboard; shows its name and size, with "Remove". */
export function FileInput({ file, onChoose, isSending = false, disabled, ref, ...rest }: FileInputProps): ReactNode {
  const t = useTranslations('form');
  const format = useFormatter();
  const area = useRef<HTMLDivElement>(null);
  const input = (): HTMLInputElement | null | undefined => area.current?.querySelector('input');
  useEffect(() => {
    const empty = file === null ? input() : null;
    // The same file can be chosen again.
    if (empty) empty.value = '';
  }, [file]);
  const remove = (): void => {
    input()?.focus();
    onChoose(null);
  };
  return (
    <div ref={area} className={clsx(styles.fileInput, file && styles.filled)}>
      {/* Lies over the whole area, so that the browser itself takes what is dropped. */}
      <input
        {...rest}
        ref={ref}
        type="file"
        disabled={disabled}
        // Disabled, it would lose the focus.
        aria-disabled={isSending || undefined}
        onClick={(event) => isSending && event.preventDefault()}
        onDrop={(event) => isSending && event.preventDefault()}
        onChange={({ target }) => !isSending && onChoose(target.files?.[0] ?? null)}
      />
      {file ? (
        <>
          <span className={styles.name}>
            {file.name}{' '}
            <span className="muted">
              {format.number(Math.ceil(file.size / BYTES_OF_KILOBYTE), { style: 'unit', unit: 'kilobyte' })}
            </span>
          </span>
          {isSending ? (
            <progress aria-label={t('sendingFile')} />
          ) : (
            <Button kind="quiet" onClick={remove}>
              {t('removeFile')}
            </Button>
          )}
        </>
      ) : (
        <span className="muted">{t('chooseFile')}</span>
      )}
    </div>
  );
}
