import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import type { PageProps } from '../../app/route';
import { useAddress } from '../../app/use-address';
import { useListQuery } from '../../app/use-list-query';
import { asSentence } from '../../form/field-frame';
import { type ReadResult, useRead } from '../../http/use-read';
import { type Column, DataTable } from '../../ui/data-table';
import { Empty } from '../../ui/empty';
import { ListPage } from '../../ui/list-page';
import { Loaded } from '../../ui/loaded';
import type { Template } from '../template/template-content';
import { AddLanguageDialog } from './add-language-dialog';
import { useTranslationMenu } from './delete-translation';
import { useLanguageName } from './language-name';
import { TranslationProgress } from './translation-progress';
import buttonStyles from '../../ui/button.module.css';
import dataTableStyles from '../../ui/data-table.module.css';

type Translation = ReadResult<'/api/evaluation-templates/{id}/translations'>['items'][number];

/** /templates/:id/translations: the languages of a template, and how much of each is translated. */
export function TranslationsPage({ params: { id = '' } }: PageProps): ReactNode {
  const template = useRead('/api/evaluation-templates/{id}', { path: { id } });
  return <Loaded read={template}>{(found) => <Translations template={found} />}</Loaded>;
}

function Translations({ template: { id, name } }: { template: Template }): ReactNode {
  const t = useTranslations('translations');
  const address = useAddress();
  const { query } = useListQuery();
  const list = useRead('/api/evaluation-templates/{id}/translations', { path: { id }, query }, { keepPrevious: true });
  return (
    <ListPage
      title={t('title', { name })}
      actions={
        <>
          <Link className={buttonStyles.button} href={`/templates/${id}`}>
            {t('toTemplate')}
          </Link>
          <Link className={clsx(buttonStyles.button, buttonStyles.primary)} href={address.with({ edit: 'new' })}>
            {t('add')}
          </Link>
        </>
      }
      filters={<p className="muted">{t('explained')}</p>}
      read={list}
      table={(rows) => <TranslationTable templateId={id} translations={rows} />}
    >
      <AddLanguageDialog templateId={id} />
    </ListPage>
  );
}

interface TableProps {
  templateId: string;
  translations: readonly Translation[];
}

function TranslationTable({ templateId, translations }: TableProps): ReactNode {
  const t = useTranslations('translations');
  const format = useFormatter();
  const address = useAddress();
  const languageName = useLanguageName();
  const menu = useTranslationMenu(templateId);
  const columns: Column<Translation>[] = [
    {
      name: 'language',
      heading: t('language'),
      cell: ({ locale }) => (
        <>
          <Link href={`/templates/${templateId}/translations/${locale}`}>
            {asSentence(languageName(locale) ?? locale)}
          </Link>
          <span className={dataTableStyles.below}>{locale}</span>
        </>
      ),
    },
    {
      name: 'progress',
      heading: t('progress'),
      cell: (row) => <TranslationProgress translated={row.translated} total={row.total} />,
    },
    {
      name: 'updated',
      heading: t('updated'),
      cell: ({ updatedAt }) => format.dateTime(new Date(updatedAt), { dateStyle: 'medium' }),
    },
  ];
  return (
    <DataTable
      label={t('languages')}
      columns={columns}
      rows={translations}
      rowKey={({ id }) => id}
      empty={
        <Empty href={address.with({ edit: 'new' })} action={t('addFirst')}>
          {t('empty')}
        </Empty>
      }
      menu={menu}
    />
  );
}
