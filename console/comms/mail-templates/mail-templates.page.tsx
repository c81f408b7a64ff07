import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PageTitle } from '../../app/page-title';
import { useAddress } from '../../app/use-address';
import { useRead } from '../../http/use-read';
import { LANGUAGE_NAMES } from '../../texts/language-choices';
import { type Column, DataTable } from '../../ui/data-table';
import { Loaded } from '../../ui/loaded';
import type { MailTemplate } from './mail-template';
import { Origin } from './origin';
import { TemplateEditor } from './template-editor';
import buttonStyles from '../../ui/button.module.css';
import dataTableStyles from '../../ui/data-table.module.css';

/** Two languages of six emails in two scopes are 24. */
const ALL = { pageSize: 200 };

/** /mail-templates: the texts of the emails in use, and the editor opened by `edit` in the address. */
export function MailTemplatesPage(): ReactNode {
  const pages = useTranslations('pages');
  const t = useTranslations('mailTemplates');
  const address = useAddress();
  const read = useRead('/api/email-templates', { query: ALL });
  const edited = address.get('edit');
  return (
    <>
      <div className="page-head">
        <PageTitle>{pages('mailTemplates')}</PageTitle>
        {edited !== '' && (
          <Link className={buttonStyles.button} href={address.with({ edit: '' })}>
            {t('all')}
          </Link>
        )}
      </div>
      <Loaded read={read}>
        {({ items }) => {
          const used = templatesInUse(items);
          const template = used.find((candidate) => nameOf(candidate) === edited);
          return template ? (
            <TemplateEditor key={template.id} template={template} />
          ) : (
            <TemplateTable templates={used} />
          );
        }}
      </Loaded>
    </>
  );
}

/** How the address names an email in a language. */
const nameOf = ({ key, locale }: MailTemplate): string => `${key}.${locale}`;

/** The organization's text comes before the platform's, as in the answer of the API. */
function templatesInUse(templates: readonly MailTemplate[]): MailTemplate[] {
  const used = new Map<string, MailTemplate>();
  for (const template of templates) if (!used.has(nameOf(template))) used.set(nameOf(template), template);
  return [...used.values()].sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
}

function TemplateTable({ templates }: { templates: readonly MailTemplate[] }): ReactNode {
  const t = useTranslations('mailTemplates');
  const pages = useTranslations('pages');
  const address = useAddress();
  const columns: Column<MailTemplate>[] = [
    {
      name: 'email',
      heading: t('email'),
      cell: (template) => (
        <>
          <Link href={address.with({ edit: nameOf(template) })}>{t(`kinds.${template.key}`)}</Link>
          <span className={dataTableStyles.below}>{t(`occasions.${template.key}`)}</span>
        </>
      ),
    },
    { name: 'language', heading: t('language'), cell: ({ locale }) => LANGUAGE_NAMES[locale] },
    { name: 'subject', heading: t('subject'), cell: ({ subject }) => subject },
    { name: 'text', heading: t('text'), cell: (template) => <Origin template={template} /> },
  ];
  return <DataTable label={pages('mailTemplates')} columns={columns} rows={templates} rowKey={nameOf} empty={null} />;
}
