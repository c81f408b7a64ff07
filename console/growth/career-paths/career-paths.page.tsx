import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useListQuery } from '../../app/use-list-query';
import { type ReadResult, useRead } from '../../http/use-read';
import { ListTable } from '../../list/list-table';
import type { Column } from '../../ui/data-table';
import { Empty } from '../../ui/empty';
import { SearchFilter } from '../../ui/filters';
import { ListPage } from '../../ui/list-page';
import { usePathMenu } from '../career-path/delete-path';
import buttonStyles from '../../ui/button.module.css';
import dataTableStyles from '../../ui/data-table.module.css';

type CareerPath = ReadResult<'/api/career-paths'>['items'][number];

/** /career-paths: the career paths with their steps, by name. */
export function CareerPathsPage(): ReactNode {
  const t = useTranslations('careerPaths');
  const pages = useTranslations('pages');
  const { query, isFiltered } = useListQuery();
  const list = useRead('/api/career-paths', { query }, { keepPrevious: true });
  return (
    <ListPage
      title={pages('careerPaths')}
      actions={
        <Link className={clsx(buttonStyles.button, buttonStyles.primary)} href="/career-paths/new">
          {t('new')}
        </Link>
      }
      filters={<SearchFilter />}
      read={list}
      table={(rows) => <PathTable paths={rows} isFiltered={isFiltered} />}
    />
  );
}

function PathTable({ paths, isFiltered }: { paths: readonly CareerPath[]; isFiltered: boolean }): ReactNode {
  const t = useTranslations('careerPaths');
  const pages = useTranslations('pages');
  const menu = usePathMenu();
  const columns: Column<CareerPath>[] = [
    {
      name: 'name',
      heading: t('name'),
      cell: ({ id, name, description }) => (
        <>
          <Link href={`/career-paths/${id}`}>{name}</Link>
          {description !== null && <span className={dataTableStyles.below}>{description}</span>}
        </>
      ),
    },
    {
      name: 'steps',
      heading: t('steps'),
      cell: ({ steps }) => steps.map(({ jobProfile }) => jobProfile ?? t('gone')).join(' → '),
    },
  ];
  return (
    <ListTable
      label={pages('careerPaths')}
      list="career-paths"
      columns={columns}
      rows={paths}
      rowKey={({ id }) => id}
      empty={isFiltered ? <Empty>{t('noneFound')}</Empty> : <Empty href="/career-paths/new">{t('empty')}</Empty>}
      menu={menu}
    />
  );
}
