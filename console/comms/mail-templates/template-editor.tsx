import { clsx } from 'clsx';
import { type ReactNode, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { useProfile } from '../../app/session';
import { useAddress } from '../../app/use-address';
import { TextArea, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { refresh } from '../../http/query-client';
import { LANGUAGE_NAMES } from '../../texts/language-choices';
import { DeleteButton } from '../../ui/delete-button';
import { notifySaved } from '../../ui/notices';
import type { MailTemplate } from './mail-template';
import { Origin } from './origin';
import { SendTestButton } from './send-test-button';
import { TemplatePreview } from './template-preview';
import buttonStyles from '../../ui/button.module.css';
import styles from './mail-templates.module.css';

interface Typed {
  subject: string;
  body: string;
}

const REFRESHES = ['/api/email-templates'];

/** Subject and body of one email in one language, with a preview next to it. */
export function TemplateEditor({ template }: { template: MailTemplate }): ReactNode {
  const t = useTranslations('mailTemplates');
  const form = useTranslations('form');
  const address = useAddress();
  const { organization } = useProfile();
  const { id, key, locale, subject, body, scope, isBuiltIn } = template;
  const isOwn = organization === null ? !isBuiltIn : scope === 'Tenant';
  // An organization changes the platform's text by getting its own in its place.
  const submit = (typed: Typed): Promise<unknown> =>
    isOwn || organization === null
      ? answered(
          api.PUT('/api/email-templates/{id}', { params: { path: { id }, header: ifMatch(template) }, body: typed }),
        )
      : answered(api.POST('/api/email-templates', { body: { key, locale, ...typed } }));
  const name = t('inLanguage', { email: t(`kinds.${key}`), language: LANGUAGE_NAMES[locale] });
  return (
    <div className="stack">
      <h2>
        {name} <Origin template={template} />
      </h2>
      <Form<Typed>
        name={`mail-template ${key} ${locale}`}
        label={name}
        values={{ subject, body }}
        submit={submit}
        onSaved={() => {
          notifySaved();
          void refresh(...REFRESHES);
        }}
        action={form('save')}
        secondary={
          <>
            <SendTestButton template={template} />
            {isOwn && (
              <DeleteButton
                name={name}
                kind="plain"
                send={() => answered(api.DELETE('/api/email-templates/{id}', { params: { path: { id } } }))}
                refreshes={REFRESHES}
                onDeleted={() => address.change({ edit: '' })}
              >
                {organization === null ? t('deletePlatforms') : t('deleteOwn')}
              </DeleteButton>
            )}
          </>
        }
      >
        <div className={styles.mailEditor}>
          <div className="stack">
            <TextField name="subject" label={t('subject')} required maxLength={200} />
            <TextArea name="body" label={t('body')} hint={t('bodyHint')} rows={16} maxLength={20_000} required />
            <Variables template={template} />
          </div>
          <TemplatePreview id={id} />
        </div>
      </Form>
    </div>
  );
}

/** What the texts may contain; a press writes it where the text is being edited. */
function Variables({ template: { variables } }: { template: MailTemplate }): ReactNode {
  const t = useTranslations('mailTemplates');
  const list = useRef<HTMLDivElement>(null);
  const { getValues, setValue } = useFormContext<Typed>();
  const insert = (name: string): void => {
    const area = list.current?.closest('form')?.querySelector<HTMLTextAreaElement>('textarea[name="body"]');
    const text = getValues('body');
    const at = area?.selectionEnd ?? text.length;
    const written = `{{${name}}}`;
    setValue('body', text.slice(0, at) + written + text.slice(at), { shouldDirty: true });
    area?.focus();
    area?.setSelectionRange(at + written.length, at + written.length);
  };
  return (
    <div ref={list} className="stack tight">
      <h3>{t('variables')}</h3>
      <dl className={styles.mailVariables}>
        {variables.map(({ name }) => (
          <div key={name}>
            <dt>
              <button
                type="button"
                className={clsx(buttonStyles.button, buttonStyles.quiet)}
                onClick={() => insert(name)}
              >
                <code>{`{{${name}}}`}</code>
              </button>
            </dt>
            <dd>{t.has(`variable.${name}` as never) ? t(`variable.${name}` as never) : name}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
