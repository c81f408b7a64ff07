import { type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { paintBrand } from '../../app/brand';
import { PageTitle } from '../../app/page-title';
import { type ReadResult, useRead } from '../../http/use-read';
import { hasChosenLanguage, speak } from '../../texts/texts';
import styles from './entrance.module.css';

/** What anybody may know of the organization whose address this is. */
export type Organization = ReadResult<'/api/auth/organization'>;

/** How the organization of this address looks; undefined until it is known, or when it cannot be asked. */
export function useOrganization(): Organization | undefined {
  const { data } = useRead('/api/auth/organization');
  useEffect(() => {
    if (!data) return;
    paintBrand(data.primaryColor);
    const { language } = globalThis.navigator;
    const isOwn = data.slug === null || /^(en|es)\b/i.test(language);
    if (!hasChosenLanguage()) speak({ tag: isOwn ? language : data.locale }, false);
  }, [data]);
  return data;
}

interface EntranceProps {
  organization: Organization | undefined;
  title: string;
  children: ReactNode;
}

/** The frame of the pages that need no session: the organization's look, one card. */
export function Entrance({ organization, title, children }: EntranceProps): ReactNode {
  const t = useTranslations('app');
  // What is typed before the organization's language is known would be typed into a form that is about to be replaced.
  const { isPending } = useRead('/api/auth/organization');
  return (
    <div className={styles.entrance}>
      <header>
        {organization?.hasLogo && <img src="/api/auth/organization/logo" alt="" height={40} />}
        <p>{organization ? organization.name : t('platform')}</p>
      </header>
      <main className="card">
        <PageTitle>{title}</PageTitle>
        {isPending ? null : children}
      </main>
    </div>
  );
}
