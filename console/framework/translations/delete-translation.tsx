import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { asSentence } from '../../form/field-frame';
import { answered, api } from '../../http/client';
import type { RowMenuProps } from '../../list/row-menu';
import { DeleteButton, useDeletion } from '../../ui/delete-button';
import { useLanguageName } from './language-name';

interface Translation {
  locale: string;
}

function useDeletes(templateId: string) {
  const languageName = useLanguageName();
  return {
    nameOf: ({ locale }: Translation) => asSentence(languageName(locale) ?? locale),
    send: ({ locale }: Translation) =>
      answered(
        api.DELETE('/api/evaluation-templates/{id}/translations/{locale}', {
          params: { path: { id: templateId, locale } },
        }),
      ),
    refreshes: ['/api/evaluation-templates/{id}/translations'],
  };
}

/** What can be done with a language of the list. */
export function useTranslationMenu(templateId: string): (translation: Translation) => RowMenuProps {
  const t = useTranslations('translations');
  const deletes = useDeletes(templateId);
  const deletion = useDeletion<Translation>({ ...deletes, text: () => t('deleteText') });
  return (translation) => ({ name: deletes.nameOf(translation), actions: [deletion(translation)] });
}

interface DeleteProps {
  templateId: string;
  locale: string;
  onDeleted: () => void;
}

/** "Delete" of a language with its texts, on its own page. */
export function DeleteTranslation({ templateId, locale, onDeleted }: DeleteProps): ReactNode {
  const t = useTranslations('translations');
  const { nameOf, send, refreshes } = useDeletes(templateId);
  return (
    <DeleteButton
      name={nameOf({ locale })}
      send={() => send({ locale })}
      refreshes={refreshes}
      kind="plain"
      onDeleted={onDeleted}
    >
      {t('deleteText')}
    </DeleteButton>
  );
}
