import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation } from 'wouter';
import { PageTitle } from '../../app/page-title';
import type { PageProps } from '../../app/route';
import { useRead } from '../../http/use-read';
import { Loaded } from '../../ui/loaded';
import type { Template } from '../template/template-content';
import { DeleteTranslation } from '../translations/delete-translation';
import { useLanguageName } from '../translations/language-name';
import type { Translation } from './translation-content';
import { TranslationForm } from './translation-form';
import buttonStyles from '../../ui/button.module.css';

/** /templates/:id/translations/:locale: the texts of a template in one language, next to its own. */
export function TranslationPage({ params: { id = '', locale = '' } }: PageProps): ReactNode {
  const template = useRead('/api/evaluation-templates/{id}', { path: { id } });
  const translation = useRead('/api/evaluation-templates/{id}/translations/{locale}', { path: { id, locale } });
  return (
    <Loaded read={template}>
      {(foundTemplate) => (
        <Loaded read={translation}>
          {(found) => (
            <>
              <Head template={foundTemplate} translation={found} />
              <TranslationForm key={found.id} template={foundTemplate} translation={found} />
            </>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

interface HeadProps {
  template: Template;
  translation: Translation;
}

function Head({ template: { id, name }, translation: { locale } }: HeadProps): ReactNode {
  const t = useTranslations('translations');
  const languageName = useLanguageName();
  const [, navigate] = useLocation();
  const list = `/templates/${id}/translations`;
  return (
    <div className="page-head">
      <PageTitle>{t('titleOf', { name, language: languageName(locale) ?? locale })}</PageTitle>
      <Link className={buttonStyles.button} href={list}>
        {t('toLanguages')}
      </Link>
      <DeleteTranslation templateId={id} locale={locale} onDeleted={() => navigate(list)} />
    </div>
  );
}
