import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PageTitle } from './page-title';

/** For an address that the role may not open. */
export function ForbiddenView(): ReactNode {
  const t = useTranslations('app');
  return <Missing title={t('forbidden')} text={t('forbiddenText')} />;
}

/** For an address that does not exist, or names something that does not. */
export function NotFoundView(): ReactNode {
  const t = useTranslations('app');
  return <Missing title={t('notFound')} text={t('notFoundText')} />;
}

function Missing({ title, text }: { title: string; text: string }): ReactNode {
  const t = useTranslations('pages');
  return (
    <div className="stack">
      <PageTitle>{title}</PageTitle>
      <p>{text}</p>
      <p>
        <Link href="/">{t('home')}</Link>
      </p>
    </div>
  );
}
