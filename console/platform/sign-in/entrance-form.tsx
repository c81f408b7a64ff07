import {
  createContext,
  type FormEvent,
  type HTMLInputAutoCompleteAttribute,
  type ReactNode,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { asSentence, controlState, FieldFrame } from '../../form/field-frame';
import { PasswordInput } from '../../form/password-input';
import { ApiError } from '../../http/api-error';
import { Button } from '../../ui/button';
import { ErrorView } from '../../ui/error-view';
import formStyles from '../../form/form.module.css';

const Errors = createContext<Readonly<Record<string, string>>>({});

interface EntranceFormProps<T> {
  submit: (values: T) => Promise<unknown>;
  onSaved?: () => void;
  action: string;
  /** Below the button. */
  secondary?: ReactNode;
  children: ReactNode;
}

/**
 * The form of the pages without a session: a few fields, read from the DOM when they are sent. They come before any page
 * that needs the form library, which stays out of what a sign-in costs.
 */
export function EntranceForm<T>({ submit, onSaved, action, secondary, children }: EntranceFormProps<T>): ReactNode {
  const t = useTranslations('form');
  const element = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);

  const show = (next: Record<string, string>): void => {
    flushSync(() => setErrors(next));
    element.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  };
  const send = async (form: HTMLFormElement): Promise<void> => {
    const values = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
    );
    const empty = [...form.querySelectorAll<HTMLInputElement>('[aria-required]')].filter(
      ({ value }) => value.trim() === '',
    );
    setFailure(null);
    show(Object.fromEntries(empty.map(({ name }) => [name, t('required')])));
    if (empty.length > 0) return;
    setBusy(true);
    try {
      await submit(values as T);
      onSaved?.();
    } catch (error) {
      const atFields = error instanceof ApiError ? error.fieldErrors.filter(({ field }) => field in values) : [];
      show(Object.fromEntries(atFields.map(({ field, message }) => [field, asSentence(message)])));
      if (atFields.length === 0) setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isBusy) void send(event.currentTarget);
  };

  return (
    <Errors value={errors}>
      <form ref={element} className={formStyles.form} noValidate onSubmit={onSubmit}>
        {children}
        {failure !== null && <ErrorView error={failure} />}
        <div className={formStyles.formActions}>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {action}
          </Button>
          {secondary}
        </div>
      </form>
    </Errors>
  );
}

interface EntranceFieldProps {
  name: string;
  label: string;
  hint?: string;
  type?: 'text' | 'email' | 'password';
  required?: boolean;
  maxLength?: number;
  inputMode?: 'numeric';
  autoComplete: HTMLInputAutoCompleteAttribute;
  /** Takes the focus when it appears. */
  hasFocus?: boolean;
}

export function EntranceField(props: EntranceFieldProps): ReactNode {
  const { name, label, hint, type = 'text', required, hasFocus = false, ...rest } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const error = use(Errors)[name];
  useEffect(() => {
    if (hasFocus) input.current?.focus();
  }, [hasFocus]);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      {type === 'password' ? (
        <PasswordInput {...rest} {...controlState({ id, hint, error, required })} ref={input} name={name} />
      ) : (
        <input {...rest} {...controlState({ id, hint, error, required })} ref={input} name={name} type={type} />
      )}
    </FieldFrame>
  );
}

/** The organization of who comes by an address that has none. */
export function OrganizationField(): ReactNode {
  const t = useTranslations('signIn');
  return (
    <EntranceField
      name="tenantSlug"
      label={t('organization')}
      hint={t('organizationHint')}
      maxLength={63}
      autoComplete="organization"
    />
  );
}

/** The organization as requests name it; nothing where the address does. */
export const namedOrganization = (typed: string | undefined): { tenantSlug?: string } =>
  typed?.trim() ? { tenantSlug: typed.trim() } : {};
