import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { Button } from '../../ui/button';
import { type Column, DataTable } from '../../ui/data-table';
import { useDeletion } from '../../ui/delete-button';
import { Filters, SearchFilter } from '../../ui/filters';
import { Paged } from '../../ui/paged';
import { useMayChange } from '../skill-frameworks/skill-frameworks.page';
import type { Framework } from './framework';
import { SkillDialog } from './skill-dialog';
import dataTableStyles from '../../ui/data-table.module.css';

type Skill = Framework['skills'][number];

const PAGE_SIZE = 50;

/** The skills of a framework: searched and paged here, since the API returns them all. */
export function SkillTable({ framework }: { framework: Framework }): ReactNode {
  const t = useTranslations('skillFramework');
  const address = useAddress();
  const mayChange = useMayChange()(framework);
  const search = address.get('search').toLowerCase();
  const found = framework.skills.filter(({ name, code, category }) =>
    `${name} ${code ?? ''} ${category ?? ''}`.toLowerCase().includes(search),
  );
  const totalPages = Math.ceil(found.length / PAGE_SIZE);
  const { page } = address;
  return (
    <>
      <Filters>
        <SearchFilter />
        {mayChange && (
          <Button kind="primary" onClick={() => address.change({ edit: 'new' })}>
            {t('addSkill')}
          </Button>
        )}
      </Filters>
      <Paged shown={{ page, pageSize: PAGE_SIZE, totalCount: found.length, totalPages }}>
        <Rows
          framework={framework}
          skills={found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
          mayChange={mayChange}
          empty={search === '' ? t('empty') : t('noneFound')}
        />
      </Paged>
      {mayChange && <SkillDialog framework={framework} />}
    </>
  );
}

interface RowsProps {
  framework: Framework;
  skills: readonly Skill[];
  mayChange: boolean;
  empty: string;
}

function Rows({ framework, skills, mayChange, empty }: RowsProps): ReactNode {
  const t = useTranslations('skillFramework');
  const format = useFormatter();
  const columns: Column<Skill>[] = [
    {
      name: 'name',
      heading: t('name'),
      cell: ({ name, description }) => (
        <>
          {name}
          {description !== null && <span className={dataTableStyles.below}>{description}</span>}
        </>
      ),
    },
    {
      name: 'code',
      heading: t('code'),
      cell: ({ code }) => code && <span className={dataTableStyles.code}>{code}</span>,
    },
    { name: 'category', heading: t('category'), cell: ({ category }) => category },
    { name: 'levels', heading: t('levels'), isNumber: true, cell: ({ levels }) => format.number(levels.length) },
  ];
  const address = useAddress();
  const deletion = useDeletion<Skill>({
    nameOf: ({ name }) => name,
    send: ({ id }) =>
      answered(
        api.PUT('/api/skill-frameworks/{id}', {
          params: { path: { id: framework.id }, header: ifMatch(framework) },
          body: { skills: framework.skills.filter((skill) => skill.id !== id) },
        }),
      ),
    refreshes: ['/api/skill-frameworks'],
    text: () => t('deleteSkillText'),
  });
  return (
    <DataTable
      label={t('skills')}
      columns={columns}
      rows={skills}
      rowKey={({ id }) => id}
      empty={<p>{empty}</p>}
      menu={
        mayChange
          ? (skill) => ({
              name: skill.name,
              actions: [{ text: t('edit'), onAction: () => address.change({ edit: skill.id }) }, deletion(skill)],
            })
          : undefined
      }
    />
  );
}
