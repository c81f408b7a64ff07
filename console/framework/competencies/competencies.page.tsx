import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import type { components } from '../../../build/openapi/internal';
import { useAddress } from '../../app/use-address';
import { useListQuery } from '../../app/use-list-query';
import { rowChoices } from '../../form/choices';
import { answered, api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { ListTable } from '../../list/list-table';
import { Button } from '../../ui/button';
import type { Column } from '../../ui/data-table';
import { useDeletion } from '../../ui/delete-button';
import { Empty } from '../../ui/empty';
import { ChoiceFilter, SearchFilter } from '../../ui/filters';
import { ListPage } from '../../ui/list-page';
import { CategoriesDialog, useCategories } from './categories';
import buttonStyles from '../../ui/button.module.css';

type Competency = components['schemas']['CompetencyView'];

/** /competencies: the competencies of the organization, with their categories. */
export function CompetenciesPage(): ReactNode {
  const t = useTranslations('competencies');
  const pages = useTranslations('pages');
  const address = useAddress();
  const { query, isFiltered } = useListQuery({ categoryId: 'category' });
  const list = useRead('/api/competencies', { query }, { keepPrevious: true });
  const categories = useCategories();
  return (
    <ListPage
      title={pages('competencies')}
      actions={
        <>
          <Button onClick={() => address.change({ dialog: 'categories' })}>{t('categories')}</Button>
          <Link className={buttonStyles.button} href="/competencies/import">
            {t('import')}
          </Link>
          <Link className={clsx(buttonStyles.button, buttonStyles.primary)} href="/competencies/new">
            {t('new')}
          </Link>
        </>
      }
      filters={
        <>
          <SearchFilter />
          <ChoiceFilter name="category" label={t('category')} choices={rowChoices(categories.data?.items)} />
        </>
      }
      read={list}
      table={(rows) => <CompetencyTable competencies={rows} isFiltered={isFiltered} />}
    >
      <CategoriesDialog />
    </ListPage>
  );
}

interface TableProps {
  competencies: readonly Competency[];
  isFiltered: boolean;
}

function CompetencyTable({ competencies, isFiltered }: TableProps): ReactNode {
  const t = useTranslations('competencies');
  const competency = useTranslations('competency');
  const pages = useTranslations('pages');
  const format = useFormatter();
  const deletion = useDeletion<Competency>({
    nameOf: ({ name }) => name,
    send: ({ id }) => answered(api.DELETE('/api/competencies/{id}', { params: { path: { id } } })),
    refreshes: ['/api/competencies'],
    text: () => competency('deleteText'),
  });
  const columns: Column<Competency>[] = [
    {
      name: 'name',
      heading: competency('name'),
      cell: ({ id, name }) => <Link href={`/competencies/${id}`}>{name}</Link>,
    },
    { name: 'code', heading: competency('code'), cell: ({ code }) => code },
    { name: 'category', heading: t('category'), cell: ({ category }) => category },
    { name: 'description', heading: competency('description'), cell: ({ description }) => description },
    { name: 'levels', heading: t('levels'), isNumber: true, cell: ({ levels }) => format.number(levels.length) },
  ];
  return (
    <ListTable
      label={pages('competencies')}
      list="competencies"
      columns={columns}
      rows={competencies}
      rowKey={({ id }) => id}
      empty={isFiltered ? <Empty>{t('noneFound')}</Empty> : <Empty href="/competencies/new">{t('empty')}</Empty>}
      menu={(row) => ({ name: row.name, actions: [deletion(row)] })}
    />
  );
}
