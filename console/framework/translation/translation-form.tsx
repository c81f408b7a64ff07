import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { TextArea, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { refresh } from '../../http/query-client';
import { useLatestRevision } from '../../http/use-latest-revision';
import { notify } from '../../ui/notices';
import type { Template } from '../template/template-content';
import { useLanguageName } from '../translations/language-name';
import { TranslationProgress } from '../translations/translation-progress';
import {
  bodyOf,
  isFilled,
  labelKey,
  progressOf,
  type Translation,
  type TranslationValues,
  valuesOf,
} from './translation-content';
import templateStyles from '../template/template.module.css';
import styles from './translation.module.css';

interface FormProps {
  template: Template;
  translation: Translation;
}

/** The editor of a translation: each text of the template with the field for it in the other language. */
export function TranslationForm({ template, translation }: FormProps): ReactNode {
  const t = useTranslations('translations');
  const own = useTranslations('template');
  const form = useTranslations('form');
  const languageName = useLanguageName();
  const [revision, noteStored] = useLatestRevision(translation);
  const { locale } = translation;
  const language = languageName(locale) ?? locale;
  const params = { path: { id: template.id, locale }, header: ifMatch({ revision }) };
  return (
    <div className={templateStyles.template}>
      <Form<TranslationValues, Translation>
        name={`translation ${template.id} ${locale}`}
        label={language}
        values={valuesOf(template, translation)}
        submit={(typed) =>
          answered(
            api.PUT('/api/evaluation-templates/{id}/translations/{locale}', { params, body: bodyOf(template, typed) }),
          )
        }
        onSaved={(_typed, stored) => {
          noteStored(stored);
          notify({ kind: 'done', text: t('saved', { language }) });
          void refresh('/api/evaluation-templates/{id}/translations');
        }}
        action={form('save')}
        secondary={<Progress template={template} />}
      >
        <p className="muted">{t('editExplained')}</p>
        <section className={clsx('card', styles.texts)} aria-labelledby="translation-general">
          <h2 id="translation-general">{own('general')}</h2>
          <Text name="name" text={template.name} maxLength={200} isLine />
          {template.description && <Text name="description" text={template.description} maxLength={4000} />}
        </section>
        {template.scale.labels.some(Boolean) && (
          <section className={clsx('card', styles.texts)} aria-labelledby="translation-scale">
            <h2 id="translation-scale">{own('scale')}</h2>
            {template.scale.labels.map(
              (label, at) =>
                label !== '' && (
                  <Text key={labelKey(at)} name={`labels.${labelKey(at)}`} text={label} maxLength={100} isLine />
                ),
            )}
          </section>
        )}
        {template.sections.map(({ id, title, items }, at) => (
          <section
            key={id}
            className={clsx('card', styles.texts)}
            aria-label={own('sectionName', { number: at + 1, title })}
          >
            <Text name={`sections.${id}`} text={title} maxLength={200} isLine isTitle />
            {items.map((item) => (
              <Text key={item.id} name={`items.${item.id}`} text={item.text} maxLength={2000} />
            ))}
          </section>
        ))}
      </Form>
    </div>
  );
}

function Progress({ template }: { template: Template }): ReactNode {
  const values = useWatch() as TranslationValues;
  return (
    <span role="status">
      <TranslationProgress {...progressOf(template, values)} />
    </span>
  );
}

interface TextProps {
  name: string;
  /** The template's own text. */
  text: string;
  maxLength: number;
  isLine?: boolean;
  isTitle?: boolean;
}

/** A text of the template and the field for its translation, marked while it is missing. */
function Text({ name, text, maxLength, isLine = false, isTitle = false }: TextProps): ReactNode {
  const t = useTranslations('translations');
  const typed = useWatch<Record<string, string>>({ name });
  const isMissing = !isFilled(typed);
  const field = { name, label: text, maxLength, hint: isMissing ? t('missingText') : undefined };
  return (
    <div className={clsx(styles.text, isMissing && styles.missing, isTitle && styles.title)}>
      {isLine ? <TextField {...field} /> : <TextArea {...field} rows={2} />}
    </div>
  );
}
