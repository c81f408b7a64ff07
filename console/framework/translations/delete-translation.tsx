import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { asSentence } from '../../form/field-frame';
import { answered, api } from '../../http/client';
import { DeleteButton } from '../../ui/delete-button';
import { useLanguageName } from './language-name';

interface DeleteProps {
  templateId: string;
  locale: string;
  kind: 'plain' | 'quiet';
  onDeleted?: () => void;
}

/** "Delete" of a language with its texts. */
export function DeleteTranslation({ templateId, locale, kind, onDeleted }: DeleteProps): ReactNode {
  const t = useTranslations('translations');
  const languageName = useLanguageName();
  const params = { path: { id: templateId, locale } };
  return (
    <DeleteButton
      name={asSentence(languageName(locale) ?? locale)}
      kind={kind}
      send={() => answered(api.DELETE('/api/evaluation-templates/{id}/translations/{locale}', { params }))}
      refreshes={['/api/evaluation-templates/{id}/translations']}
      onDeleted={onDeleted}
    >
      {t('deleteText')}
    </DeleteButton>
  );
}
