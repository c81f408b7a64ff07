import { clsx } from 'clsx';
import { type ReactNode, Suspense } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Pending } from '../../app/ready-mark';
import { useAddress } from '../../app/use-address';
import { useListQuery } from '../../app/use-list-query';
import { answered, api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { ListTable } from '../../list/list-table';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import type { Column } from '../../ui/data-table';
import { useDeletion } from '../../ui/delete-button';
import { Empty } from '../../ui/empty';
import { SearchFilter } from '../../ui/filters';
import { lazyPart } from '../../ui/lazy-part';
import { ListPage } from '../../ui/list-page';
import { countItems, type Template } from '../template/template-content';
import { useNewVersion } from '../versions/new-version-button';
import { useVersionFilter, VersionFilter } from '../versions/version-filter';
import { CurrentBadge } from '../versions/version-marks';
import buttonStyles from '../../ui/button.module.css';
import dataTableStyles from '../../ui/data-table.module.css';

// The code of a form comes when its dialog opens.
const FromCompetenciesDialog = lazyPart(() => import('./from-competencies-dialog'));

const PATHS = ['/api/evaluation-templates'];

/** /templates: the evaluation templates of the organization, the current versions first of all. */
export function TemplatesPage(): ReactNode {
  const t = useTranslations('templates');
  const pages = useTranslations('pages');
  const address = useAddress();
  const { query, isFiltered } = useListQuery();
  const version = useVersionFilter();
  const list = useRead('/api/evaluation-templates', { query: { ...query, ...version } }, { keepPrevious: true });
  return (
    <ListPage
      title={pages('templates')}
      actions={
        <>
          <Button onClick={() => address.change({ dialog: 'competencies' })}>{t('fromCompetencies')}</Button>
          <Link className={clsx(buttonStyles.button, buttonStyles.primary)} href="/templates/new">
            {t('new')}
          </Link>
        </>
      }
      filters={
        <>
          <SearchFilter />
          <VersionFilter />
        </>
      }
      read={list}
      table={(rows) => <TemplateTable templates={rows} isFiltered={isFiltered} />}
    >
      {address.get('dialog') !== '' && (
        <Suspense fallback={<Pending />}>
          <FromCompetenciesDialog />
        </Suspense>
      )}
    </ListPage>
  );
}

function TemplateTable({ templates, isFiltered }: { templates: readonly Template[]; isFiltered: boolean }): ReactNode {
  const t = useTranslations('templates');
  const versions = useTranslations('versions');
  const template = useTranslations('template');
  const pages = useTranslations('pages');
  const format = useFormatter();
  const newVersion = useNewVersion<Template>({
    send: ({ id }) =>
      answered(api.POST('/api/evaluation-templates/{id}/clone', { params: { path: { id } }, body: {} })),
    list: '/templates',
    refreshes: PATHS,
  });
  const deletion = useDeletion<Template>({
    nameOf: ({ name }) => name,
    send: ({ id }) => answered(api.DELETE('/api/evaluation-templates/{id}', { params: { path: { id } } })),
    refreshes: PATHS,
    text: () => template('deleteText'),
  });
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
      menu={(row) => ({
        name: row.name,
        actions: row.isFrozen ? [newVersion(row)] : [newVersion(row), deletion(row)],
      })}
    />
  );
}
