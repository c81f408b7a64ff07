import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PageTitle } from '../../app/page-title';
import { MailServer } from '../mail-server/mail-server';

/** /platform/settings: the mail server of all organizations without their own, and the ways to what else is shared. */
export function PlatformSettingsPage(): ReactNode {
  const t = useTranslations('platformSettings');
  const pages = useTranslations('pages');
  return (
    <div className="stack narrow">
      <div className="page-head">
        <PageTitle>{pages('platformSettings')}</PageTitle>
      </div>
      <MailServer scope="platform" />
      <section className="card stack tight" aria-labelledby="platform-shared">
        <h2 id="platform-shared">{t('shared')}</h2>
        <ul className="stack tight">
          <li>
            <Link href="/mail-templates">{pages('mailTemplates')}</Link> <span className="muted">{t('templates')}</span>
          </li>
          <li>
            <Link href="/audit-log">{pages('auditLog')}</Link> <span className="muted">{t('auditLog')}</span>
          </li>
        </ul>
      </section>
    </div>
  );
}
