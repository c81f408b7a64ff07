import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { actingSlug } from './base-path';
import type { Profile } from './session';
import styles from './layout.module.css';

/** Says that an operator acts for an organization, and leads back. */
export function ActingBanner({ organization }: { organization: Profile['organization'] }): ReactNode {
  const t = useTranslations('app');
  const slug = actingSlug();
  if (slug === null) return null;
  return (
    <div className={styles.acting} role="note">
      <p>{t('acting', { slug, name: organization?.name ?? slug })}</p>
      {/* Another organization, or none, is another page load. */}
      <a href="/platform/tenants">{t('stopActing')}</a>
    </div>
  );
}
