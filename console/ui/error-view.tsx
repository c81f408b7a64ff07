import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError, ConnectionError } from '../http/api-error';
import { Button } from './button';
import { CopyButton } from './copy-button';
import styles from './error-view.module.css';

/** What happened, in the user's language where the console knows the refusal, otherwise as the API says it. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations('errors');
  return (error) => {
    if (error instanceof ConnectionError) return t('connection');
    if (!(error instanceof ApiError)) return t('unexpected');
    if (error.status >= 500) return t('server');
    if (error.status === 412) return t('changedMeanwhile');
    if (error.code === 'INVALID_CREDENTIALS') return t('credentials');
    if (error.code === 'TENANT_SUSPENDED' || error.code === 'TENANT_CANCELLED') return t('inactive');
    if (error.status === 403 && error.code === null) return t('forbidden');
    if (error.fieldErrors.length > 0)
      return error.fieldErrors.map(({ field, message }) => `${field}: ${message}`).join(' ');
    return error.message || t('unexpected');
  };
}

/** An error with what to do about it: "Try again" where that may help, and the request id of a failure of the service. */
export function ErrorView({ error, onRetry }: { error: unknown; onRetry?: () => void }): ReactNode {
  const t = useTranslations('errors');
  const textOf = useErrorText();
  const requestId = error instanceof ApiError && error.status >= 500 ? error.requestId : null;
  return (
    <div className={styles.errorView} role="alert">
      <p>{textOf(error)}</p>
      <p className={styles.errorActions}>
        {onRetry && <Button onClick={onRetry}>{t('tryAgain')}</Button>}
        {requestId !== null && <RequestId id={requestId} />}
      </p>
    </div>
  );
}

function RequestId({ id }: { id: string }): ReactNode {
  const t = useTranslations('errors');
  return (
    <>
      <span className="muted">
        {t('requestId')} <code>{id}</code>
      </span>
      <CopyButton text={id} />
    </>
  );
}
