import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import type { components } from '../../../build/openapi/internal';
import { useProfile } from '../../app/session';
import { useListQuery } from '../../app/use-list-query';
import { choicesOf } from '../../form/choices';
import { answered, api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { ListTable } from '../../list/list-table';
import { Badge } from '../../ui/badge';
import type { Column } from '../../ui/data-table';
import { useDeletion } from '../../ui/delete-button';
import { Empty } from '../../ui/empty';
import { ChoiceFilter, SearchFilter } from '../../ui/filters';
import { ListPage } from '../../ui/list-page';
import buttonStyles from '../../ui/button.module.css';

type Framework = components['schemas']['SkillFrameworkRow'];

const SCOPES = ['Global', 'Tenant'] as const satisfies readonly Framework['scope'][];

/** Whether the user may change a framework: global ones belong to the platform. */
export function useMayChange(): (framework: Pick<Framework, 'scope'>) => boolean {
  const { organization } = useProfile();
  return ({ scope }) => scope === 'Tenant' || organization === null;
}

/** /skill-frameworks: the frameworks of the platform and of the organization. */
export function SkillFrameworksPage(): ReactNode {
  const t = useTranslations('skillFrameworks');
  const framework = useTranslations('skillFramework');
  const pages = useTranslations('pages');
  const { query, isFiltered } = useListQuery({ scope: 'scope' });
  const list = useRead('/api/skill-frameworks', { query }, { keepPrevious: true });
  return (
    <ListPage
      title={pages('skillFrameworks')}
      actions={
        <>
          <Link className={buttonStyles.button} href="/skill-frameworks/import">
            {t('import')}
          </Link>
          <Link className={clsx(buttonStyles.button, buttonStyles.primary)} href="/skill-frameworks/new">
            {framework('new')}
          </Link>
        </>
      }
      filters={
        <>
          <SearchFilter />
          <ChoiceFilter name="scope" label={t('scope')} choices={choicesOf(SCOPES, (scope) => t(`scopes.${scope}`))} />
        </>
      }
      read={list}
      table={(rows) => <FrameworkTable frameworks={rows} isFiltered={isFiltered} />}
    />
  );
}

function FrameworkTable({
  frameworks,
  isFiltered,
}: {
  frameworks: readonly Framework[];
  isFiltered: boolean;
}): ReactNode {
  const t = useTranslations('skillFrameworks');
  const framework = useTranslations('skillFramework');
  const pages = useTranslations('pages');
  const format = useFormatter();
  const mayChange = useMayChange();
  const deletion = useDeletion<Framework>({
    nameOf: ({ name }) => name,
    send: ({ id }) => answered(api.DELETE('/api/skill-frameworks/{id}', { params: { path: { id } } })),
    refreshes: ['/api/skill-frameworks'],
    text: ({ skillCount }) => framework('deleteText', { count: skillCount }),
  });
  const columns: Column<Framework>[] = [
    {
      name: 'name',
      heading: framework('name'),
      cell: ({ id, name }) => <Link href={`/skill-frameworks/${id}`}>{name}</Link>,
    },
    { name: 'version', heading: framework('version'), cell: ({ version }) => version },
    {
      name: 'scope',
      heading: t('scope'),
      cell: ({ scope }) => <Badge tone={scope === 'Global' ? 'info' : 'plain'}>{t(`scopes.${scope}`)}</Badge>,
    },
    {
      name: 'skills',
      heading: framework('skills'),
      isNumber: true,
      cell: ({ skillCount }) => format.number(skillCount),
    },
    {
      name: 'updated',
      heading: t('updated'),
      cell: ({ updatedAt }) => format.dateTime(new Date(updatedAt), { dateStyle: 'medium' }),
    },
  ];
  return (
    <ListTable
      label={pages('skillFrameworks')}
      list="skill-frameworks"
      columns={columns}
      rows={frameworks}
      rowKey={({ id }) => id}
      empty={isFiltered ? <Empty>{t('noneFound')}</Empty> : <Empty href="/skill-frameworks/new">{t('empty')}</Empty>}
      menu={(row) => ({ name: row.name, actions: mayChange(row) ? [deletion(row)] : [] })}
    />
  );
}
