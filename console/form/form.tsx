import { clsx } from 'clsx';
import { type ReactNode, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, FormProvider, get, type Path, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { noteChanges, takeDraft } from '../app/leave-guard';
import { loadLeaveQuestion, loadSignInAgain } from '../app/questions';
import { usePathname } from '../app/use-address';
import { ApiError, isSessionEnd } from '../http/api-error';
import { queryClient } from '../http/query-client';
import { Button } from '../ui/button';
import { DialogScope } from '../ui/dialog-scope';
import { ErrorView } from '../ui/error-view';
import { loadModal } from '../ui/load-modal';
import { ConflictChoice, ConflictsOfForm } from './conflicts';
import { asSentence } from './field-frame';
import { useServerValues } from './use-server-values';
import styles from './form.module.css';

interface FormProps<T extends FieldValues, R> {
  /** Names the form within its address. */
  name: string;
  label?: string;
  values: DefaultValues<T>;
  /** Sends what was typed. What it throws is shown: at the fields that a refusal names, otherwise above the button. */
  submit: (values: T) => Promise<R>;
  /** After the form was stored, when nothing holds the user here any more. */
  onSaved?: (values: T, result: R) => void;
  /** The name of the button. */
  action: string;
  /** Next to the button, such as "Cancel". */
  secondary?: ReactNode;
  /** For passwords and codes: nothing is stored, and leaving needs no confirmation. */
  isSecret?: boolean;
  /** Empties the fields after a success. */
  isCleared?: boolean;
  children: ReactNode;
}

/** Someone else has saved something that the form shows. */
const STALE = Symbol('stale');

/** Until the page shows what was read. */
const RENDER_MS = 50;

/**
 * A form of the console: nothing typed is lost (leaving needs confirmation, an ended session stores it), errors are at their fields, the
 * focus goes to the first one, and a second press does not send twice. `values` may change while the form is open: what someone else
 * saved is merged with what was typed.
 */
export function Form<T extends FieldValues, R = unknown>(props: FormProps<T, R>): ReactNode {
  const {
    name,
    label,
    values,
    submit,
    onSaved,
    action,
    secondary,
    isSecret = false,
    isCleared = false,
    children,
  } = props;
  const t = useTranslations('form');
  const draftKey = `${usePathname()} ${name}`;
  const [draft] = useState(() => (isSecret ? undefined : takeDraft(draftKey)));
  const form = useForm<T>({ defaultValues: values });
  const [identity] = useState(() => Symbol(name));
  const [failure, setFailure] = useState<unknown>(null);
  const { getValues, reset, setError, setValue, formState } = form;
  const { isDirty, isSubmitting } = formState;
  const isSending = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const scope = use(DialogScope)?.key ?? null;
  const server = useServerValues(form, values);
  // What sends the form once the page has read the newest revision.
  const newestSubmit = useRef(submit);
  useLayoutEffect(() => {
    newestSubmit.current = submit;
  });

  useEffect(() => {
    for (const [field, value] of Object.entries(draft ?? {}))
      setValue(field as Path<T>, value as never, { shouldDirty: true });
  }, [draft, setValue]);
  useEffect(() => {
    // A question that cannot be loaded now is asked for again when it is needed.
    if (isDirty) Promise.all([loadModal(), loadLeaveQuestion(), loadSignInAgain()]).catch(() => undefined);
  }, [isDirty]);
  useEffect(() => {
    noteChanges(identity, isDirty && !isSecret ? { draftKey, values: getValues, scope } : null);
    return () => noteChanges(identity, null);
  }, [identity, isDirty, isSecret, draftKey, getValues, scope]);

  const send = async (typed: T): Promise<void> => {
    if (isSending.current) return;
    const open = element.current?.querySelector<HTMLElement>('[data-conflict] button');
    if (open) {
      open.focus();
      return;
    }
    isSending.current = true;
    setFailure(null);
    try {
      const result = await submitNewest(typed);
      if (result === STALE) {
        server.noteStale();
        return;
      }
      noteChanges(identity, null);
      if (!isCleared) server.noteSaved(typed);
      reset(isCleared ? undefined : typed);
      onSaved?.(typed, result);
    } catch (error) {
      if (!isSessionEnd(error)) setFailure(showAtFields(error));
    } finally {
      isSending.current = false;
    }
  };

  /**
   * Sends the form; where the revision has changed without anything that the form shows, such as the employee of an account, once
   * more with the newest one.
   */
  async function submitNewest(typed: T): Promise<R | typeof STALE> {
    // Another read may end, and be merged, before the refusal is here: what was typed then is no longer what is shown.
    const merges = server.mergeCount();
    try {
      return await submit(typed);
    } catch (error) {
      if (!isStale(error)) throw error;
    }
    // Which read the values come from is not known here; once they are merged, the others need not be waited for.
    const isMerged = await Promise.race([
      server.untilMerged(merges).then(() => true),
      queryClient
        .refetchQueries({ type: 'active' })
        .then(() => new Promise<boolean>((resolve) => setTimeout(() => resolve(false), RENDER_MS))),
    ]);
    if (isMerged) return STALE;
    try {
      return await newestSubmit.current(typed);
    } catch (error) {
      if (isStale(error)) return STALE;
      throw error;
    }
  }

  /** Shows what belongs to fields there; returns what remains to be shown for the form. */
  function showAtFields(error: unknown): unknown {
    if (!(error instanceof ApiError)) return error;
    const atFields = error.fieldErrors.filter(({ field }) => get(getValues(), field) !== undefined);
    atFields.forEach(({ field, message }, at) =>
      setError(field as Path<T>, { type: 'server', message: asSentence(message) }, { shouldFocus: at === 0 }),
    );
    if (atFields.length > 0 && atFields.length === error.fieldErrors.length) return null;
    const others = error.fieldErrors.filter((fieldError) => !atFields.includes(fieldError));
    if (others.length === 0) return error;
    const text = others.map(({ field, message }) => `${field}: ${message}`).join(' ');
    return new ApiError(error.status, error.code, text, error.reason, others, error.requestId, error.body);
  }

  return (
    <FormProvider {...form}>
      <form
        ref={element}
        className={styles.form}
        aria-label={label}
        noValidate
        onSubmit={(event) => void form.handleSubmit(send)(event)}
      >
        <ConflictsOfForm value={server}>{children}</ConflictsOfForm>
        {server.loose.map((path) => (
          <ConflictChoice key={path} label={t('otherPart')} onChoose={(whose) => server.settle(path, whose)} />
        ))}
        {server.hasNews && (
          <p className={styles.news} role="status">
            {Object.keys(server.theirs).length > 0 ? t('newsInConflict') : t('news')}
          </p>
        )}
        {failure !== null && <ErrorView error={failure} />}
        <div className={clsx(styles.formActions, scope !== null && styles.inDialog)}>
          <Button type="submit" kind="primary" isBusy={isSubmitting}>
            {failure !== null && !isRefusal(failure) ? <TryAgain /> : action}
          </Button>
          {secondary}
        </div>
      </form>
    </FormProvider>
  );
}

function TryAgain(): ReactNode {
  return useTranslations('errors')('tryAgain');
}

const isStale = (error: unknown): boolean => error instanceof ApiError && error.status === 412;

/** Whether the user has to change something before the form can be stored. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500;
}
