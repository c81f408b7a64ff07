import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ForbiddenView, NotFoundView } from '../app/missing-views';
import { Pending } from '../app/ready-mark';
import { ApiError, isSessionEnd } from '../http/api-error';
import { ErrorView } from './error-view';
import styles from './loaded.module.css';

/** Shows what a read answered; before that a quiet bar, and for a refusal what happened and what to do. */
export function Loaded<T>({
  read,
  children,
}: {
  read: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}): ReactNode {
  if (read.data !== undefined && !isRefusal(read.error)) return children(read.data);
  if (read.isPending) return <Loading />;
  const { error } = read;
  if (isSessionEnd(error)) return <Loading />;
  if (error instanceof ApiError && error.status === 403 && error.code === null) return <ForbiddenView />;
  if (error instanceof ApiError && error.status === 404) return <NotFoundView />;
  return <ErrorView error={error} onRetry={() => void read.refetch()} />;
}

/** Whether what was shown before may be shown no more. An ended session is renewed over an open form. */
function isRefusal(error: Error | null): boolean {
  return error instanceof ApiError && [403, 404].includes(error.status);
}

/** Says that something is on its way; shown only after a moment, so that quick answers do not flicker. */
export function Loading(): ReactNode {
  const t = useTranslations('app');
  return (
    <div className={styles.loading} role="status">
      <span className="visually-hidden">{t('loading')}</span>
      <Pending />
    </div>
  );
}
