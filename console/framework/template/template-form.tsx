import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { TextArea, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { ApiError, type FieldError } from '../../http/api-error';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { refresh } from '../../http/query-client';
import { useLatestRevision } from '../../http/use-latest-revision';
import { Button } from '../../ui/button';
import { notify } from '../../ui/notices';
import { ScaleFields } from './scale-fields';
import { SectionList } from './section-list';
import { bodyOf, type Template, type TemplateValues, valuesOf } from './template-content';
import { TemplatePreview } from './template-preview';
import formStyles from '../../form/form.module.css';
import styles from './template.module.css';

/** The editor of a template, or (null) of a new one. */
export function TemplateForm({ template }: { template: Template | null }): ReactNode {
  const t = useTranslations('template');
  const form = useTranslations('form');
  const [, navigate] = useLocation();
  const [revision, noteStored] = useLatestRevision(template);
  const isFrozen = template?.isFrozen ?? false;
  // What a new one begins with has ids of its own: another render must not look like another user's change.
  const [blank] = useState(() => valuesOf(null));

  const submit = async (typed: TemplateValues): Promise<Template> => {
    const body = bodyOf(typed);
    if (!template) {
      assertFilledIn(typed, form('required'));
      return answered(api.POST('/api/evaluation-templates', { body }));
    }
    const params = { path: { id: template.id }, header: ifMatch({ revision }) };
    const { name, description } = body;
    if (isFrozen) return answered(api.PUT('/api/evaluation-templates/{id}', { params, body: { name, description } }));
    assertFilledIn(typed, form('required'));
    return answered(api.PUT('/api/evaluation-templates/{id}', { params, body }));
  };
  const saved = ({ name }: TemplateValues, stored: Template): void => {
    noteStored(stored);
    notify({ kind: 'done', text: t('saved', { name }) });
    void refresh('/api/evaluation-templates');
    if (!template) navigate(`/templates/${stored.id}`);
  };
  return (
    <div className={styles.template}>
      <Form<TemplateValues, Template>
        name={`template ${template?.id ?? 'new'}`}
        label={template?.name ?? t('new')}
        values={template ? valuesOf(template) : blank}
        submit={submit}
        onSaved={saved}
        action={form('save')}
        secondary={<Preview />}
      >
        {isFrozen && <p className="card">{t('frozen')}</p>}
        <section className={clsx('card', formStyles.form)} aria-label={t('general')}>
          <TextField name="name" label={t('name')} required maxLength={200} />
          <TextArea name="description" label={t('description')} required={false} rows={2} maxLength={4000} />
        </section>
        {!isFrozen && (
          <section className={clsx('card', formStyles.form)} aria-labelledby="template-scale">
            <h2 id="template-scale">{t('scale')}</h2>
            <ScaleFields />
          </section>
        )}
        <SectionList isFrozen={isFrozen} />
      </Form>
    </div>
  );
}

/** Refuses empty titles and items here, in the user's language, as the API would. */
function assertFilledIn({ sections }: TemplateValues, message: string): void {
  const problems = sections.flatMap(({ title, items }, sectionAt): FieldError[] => {
    const path = `sections[${sectionAt}]`;
    const empty = items.flatMap(({ text }, itemAt) => (text.trim() === '' ? [`${path}.items[${itemAt}].text`] : []));
    return [...(title.trim() === '' ? [`${path}.title`] : []), ...empty].map((field) => ({ field, message }));
  });
  if (problems.length > 0) throw new ApiError(400, 'VALIDATION', message, null, problems, null, {});
}

/** Shows what the form holds now, saved or not. */
function Preview(): ReactNode {
  const t = useTranslations('template');
  const { getValues } = useFormContext<TemplateValues>();
  const [shown, setShown] = useState<TemplateValues | null>(null);
  return (
    <>
      <Button onClick={() => setShown(structuredClone(getValues()))}>{t('preview')}</Button>
      {shown && <TemplatePreview values={shown} onClose={() => setShown(null)} />}
    </>
  );
}
