import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { useAddress } from '../../app/use-address';
import { asSentence } from '../../form/field-frame';
import { TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { ApiError } from '../../http/api-error';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { readOnce, type ReadResult } from '../../http/use-read';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { useLanguageName } from './language-name';

type Translation = ReadResult<'/api/evaluation-templates/{id}/translations/{locale}'>;

interface Typed {
  locale: string;
}

/** Languages that are offered; every other tag can be typed. */
const OFFERED =
  'ar bg ca cs da de el en es et eu fi fr gl he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk vi zh';

/** The dialog opened by `edit=new` in the address: another language for a template. It leads to its texts. */
export function AddLanguageDialog({ templateId }: { templateId: string }): ReactNode {
  const t = useTranslations('translations');
  const address = useAddress();
  const [, navigate] = useLocation();
  if (address.get('edit') !== 'new') return null;
  return (
    <Dialog title={t('add')} onClose={() => address.close('edit')}>
      <Form<Typed, Translation>
        name={`language ${templateId}`}
        label={t('add')}
        values={{ locale: '' }}
        submit={({ locale }) => openTranslation(templateId, locale.trim())}
        onSaved={(_typed, { locale }) => {
          navigate(`/templates/${templateId}/translations/${locale}`, { replace: true });
          void refresh('/api/evaluation-templates/{id}/translations');
        }}
        action={t('addAction')}
        secondary={<CancelButton />}
      >
        <LanguageField />
      </Form>
    </Dialog>
  );
}

/** The translation into a language, which begins without texts where there is none yet. */
async function openTranslation(id: string, locale: string): Promise<Translation> {
  const path = { id, locale };
  try {
    return await readOnce('/api/evaluation-templates/{id}/translations/{locale}', { path });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const body = { sections: [], items: [] };
    return answered(api.PUT('/api/evaluation-templates/{id}/translations/{locale}', { params: { path }, body }));
  }
}

function LanguageField(): ReactNode {
  const t = useTranslations('translations');
  const languageName = useLanguageName();
  const typed = useWatch<Typed, 'locale'>({ name: 'locale' });
  const choices = OFFERED.split(' ')
    .map((value) => ({ value, text: asSentence(languageName(value) ?? value) }))
    .sort((a, b) => a.text.localeCompare(b.text));
  return (
    <TextField
      name="locale"
      label={t('language')}
      hint={asSentence(languageName(typed.trim()) ?? t('languageHint'))}
      required
      maxLength={35}
      suggestions={choices}
    />
  );
}
