import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useController } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { controlState, FieldFrame } from './field-frame';
import { FileInput } from './file-input';

interface FileFieldProps {
  /** The field of the form's values: a File, or null before one is chosen. */
  name: string;
  label: string;
  hint?: string;
  /** What the browser's dialog offers, such as `.csv`. */
  accept: string;
}

/** One file: chosen, or dropped anywhere on the page. */
export function FileField({ name, label, hint, accept }: FileFieldProps): ReactNode {
  const t = useTranslations('form');
  const id = useId();
  const input = useRef<HTMLInputElement | null>(null);
  const { field, fieldState } = useController({ name, rules: { required: t('required') } });
  const { onChange } = field;
  const chosen: unknown = field.value;
  const error = fieldState.error?.message;
  useEffect(() => {
    // Shows a dropped file, and one that was stored while the session was renewed, as if it had been chosen.
    if (!(chosen instanceof File) || input.current?.files?.[0] === chosen) return;
    const transfer = new DataTransfer();
    transfer.items.add(chosen);
    if (input.current) input.current.files = transfer.files;
  }, [chosen]);
  useEffect(() => {
    const accepts = (event: DragEvent): void => event.preventDefault();
    const drop = (event: DragEvent): void => {
      if (isOtherFileInput(event.target, input.current)) return;
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) onChange(file);
    };
    globalThis.addEventListener('dragover', accepts);
    globalThis.addEventListener('drop', drop);
    return () => {
      globalThis.removeEventListener('dragover', accepts);
      globalThis.removeEventListener('drop', drop);
    };
  }, [onChange]);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} isOptional={false}>
      <FileInput
        {...controlState({ id, hint, error, required: true })}
        ref={(element) => {
          input.current = element;
          field.ref(element);
        }}
        accept={accept}
        name={name}
        file={chosen instanceof File ? chosen : null}
        onBlur={field.onBlur}
        onChoose={onChange}
      />
    </FieldFrame>
  );
}

/** Whether a file was dropped on the area of another field, which takes it. */
function isOtherFileInput(target: EventTarget | null, own: HTMLInputElement | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'file' && target !== own;
}
