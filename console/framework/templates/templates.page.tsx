import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useListQuery } from '../../app/use-list-query';
import { answered, api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { ListTable } from '../../list/list-table';
import { RowMenu } from '../../list/row-menu';
import { Badge } from '../../ui/badge';
import type { Column } from '../../ui/data-table';
import { useDeletion } from '../../ui/delete-button';
import { Empty } from '../../ui/empty';
import { SearchFilter } from '../../ui/filters';
import { ListPage } from '../../ui/list-page';
import { countItems, type Template } from '../template/template-content';
import { useNewVersion } from '../versions/new-version-button';
import { useVersionFilter, VersionFilter } from '../versions/version-filter';
import { CurrentBadge } from '../versions/version-marks';
import buttonStyles from '../../ui/button.module.css';
import dataTableStyles from '../../ui/data-table.module.css';

/** /templates: the evaluation templates of the organization, the current versions first of all. */
export function TemplatesPage(): ReactNode {
  const t = useTranslations('templates');
  const pages = useTranslations('pages');
  const { query, isFiltered } = useListQuery();
  const version = useVersionFilter();
  const list = useRead('/api/evaluation-templates', { query: { ...query, ...version } }, { keep: true });
  return (
    <ListPage
      title={pages('templates')}
      actions={
        <Link className={clsx(buttonStyles.button, buttonStyles.primary)} href="/templates/new">
          {t('new')}
        </Link>
      }
      filters={
        <>
          <SearchFilter />
          <VersionFilter />
        </>
      }
      read={list}
      table={(rows) => <TemplateTable templates={rows} isFiltered={isFiltered} />}
    />
  );
}

function TemplateTable({ templates, isFiltered }: { templates: readonly Template[]; isFiltered: boolean }): ReactNode {
  const t = useTranslations('templates');
  const versions = useTranslations('versions');
  const template = useTranslations('template');
  const pages = useTranslations('pages');
  const format = useFormatter();
  const columns: Column<Template>[] = [
    {
      name: 'name',
      heading: template('name'),
      cell: ({ id, name, description }) => (
        <>
          <Link href={`/templates/${id}`}>{name}</Link>
          {description !== null && <span className={dataTableStyles.below}>{description}</span>}
        </>
      ),
    },
    { name: 'version', heading: versions('column'), isNumber: true, cell: ({ version }) => format.number(version) },
    {
      name: 'sections',
      heading: t('sections'),
      isNumber: true,
      cell: ({ sections }) => format.number(sections.length),
    },
    { name: 'items', heading: t('items'), isNumber: true, cell: ({ sections }) => format.number(countItems(sections)) },
    {
      name: 'scale',
      heading: template('scale'),
      cell: ({ scale: { min, max } }) => t('scaleOf', { min, max }),
    },
    {
      name: 'state',
      heading: versions('state'),
      cell: ({ isCurrent, isFrozen }) => (
        <>
          <CurrentBadge isCurrent={isCurrent} /> {isFrozen && <Badge tone="info">{template('inUse')}</Badge>}
        </>
      ),
    },
    {
      name: 'updated',
      heading: t('updated'),
      cell: ({ updatedAt }) => format.dateTime(new Date(updatedAt), { dateStyle: 'medium' }),
    },
  ];
  return (
    <ListTable
      label={pages('templates')}
      list="templates"
      columns={columns}
      rows={templates}
      rowKey={({ id }) => id}
      empty={isFiltered ? <Empty>{t('noneFound')}</Empty> : <Empty href="/templates/new">{t('empty')}</Empty>}
      actions={(row) => <TemplateActions template={row} />}
    />
  );
}

function TemplateActions({ template: { id, name, isFrozen } }: { template: Template }): ReactNode {
  const t = useTranslations('template');
  const path = { path: { id } };
  const refreshes = ['/api/evaluation-templates'];
  const newVersion = useNewVersion({
    send: () => answered(api.POST('/api/evaluation-templates/{id}/clone', { params: path, body: {} })),
    list: '/templates',
    refreshes,
  });
  const deletion = useDeletion({
    name,
    send: () => answered(api.DELETE('/api/evaluation-templates/{id}', { params: path })),
    refreshes,
    text: t('deleteText'),
  });
  return <RowMenu name={name} actions={isFrozen ? [newVersion] : [newVersion, deletion]} />;
}
