import { type ReactNode, use, useEffect, useRef, useState } from 'react';
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
  /** Beside the button, such as "Cancel". */
  beside?: ReactNode;
  /** For passwords and codes: nothing is kept, and leaving does not ask. */
  isSecret?: boolean;
  /** Empties the fields after a success. */
  isCleared?: boolean;
  children: ReactNode;
}

/**
 * A form of the console: nothing typed is lost (leaving asks, an ended session keeps it), errors stand at their fields, the
 * focus goes to the first one, and a second press does not send twice. `values` may change while the form is open: what someone else
 * saved is merged with what was typed.
 */
export function Form<T extends FieldValues, R = unknown>(props: FormProps<T, R>): ReactNode {
  const { name, label, values, submit, onSaved, action, beside, isSecret = false, isCleared = false, children } = props;
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
      const result = await submit(typed);
      noteChanges(identity, null);
      if (!isCleared) server.noteSaved(typed);
      reset(isCleared ? undefined : typed);
      onSaved?.(typed, result);
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        // Which read the values come from is not known here; the others need not be waited for.
        await Promise.race([queryClient.refetchQueries({ type: 'active' }), server.untilMerged()]);
        server.noteStale();
      } else if (!isSessionEnd(error)) setFailure(showAtFields(error));
    } finally {
      isSending.current = false;
    }
  };

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
        <div className={styles.formActions}>
          <Button type="submit" kind="primary" isBusy={isSubmitting}>
            {failure !== null && !isRefusal(failure) ? <TryAgain /> : action}
          </Button>
          {beside}
        </div>
      </form>
    </FormProvider>
  );
}

function TryAgain(): ReactNode {
  return useTranslations('errors')('tryAgain');
}

/** Whether the user has to change something before the form can be stored. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500;
}
