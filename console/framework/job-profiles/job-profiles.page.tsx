import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useListQuery } from '../../app/use-list-query';
import { rowChoices } from '../../form/choices';
import { useRead } from '../../http/use-read';
import { ListTable } from '../../list/list-table';
import type { Column } from '../../ui/data-table';
import { Empty } from '../../ui/empty';
import { ChoiceFilter, SearchFilter } from '../../ui/filters';
import { ListPage } from '../../ui/list-page';
import { type JobProfile, useProfileMenu } from '../job-profile/profile-actions';
import { useVersionFilter, VersionFilter } from '../versions/version-filter';
import { CurrentBadge } from '../versions/version-marks';
import buttonStyles from '../../ui/button.module.css';

/** /job-profiles: the job profiles of the organization, the current versions first of all. */
export function JobProfilesPage(): ReactNode {
  const t = useTranslations('jobProfiles');
  const profile = useTranslations('jobProfile');
  const pages = useTranslations('pages');
  const { query, isFiltered } = useListQuery({ departmentId: 'department' });
  const version = useVersionFilter();
  const list = useRead('/api/job-profiles', { query: { ...query, ...version } }, { keepPrevious: true });
  const departments = useRead('/api/departments/options');
  return (
    <ListPage
      title={pages('jobProfiles')}
      actions={
        <>
          <Link className={buttonStyles.button} href="/job-profiles/import">
            {t('import')}
          </Link>
          <Link className={clsx(buttonStyles.button, buttonStyles.primary)} href="/job-profiles/new">
            {profile('new')}
          </Link>
        </>
      }
      filters={
        <>
          <SearchFilter />
          <ChoiceFilter name="department" label={profile('department')} choices={rowChoices(departments.data)} />
          <VersionFilter />
        </>
      }
      read={list}
      table={(rows) => <ProfileTable profiles={rows} isFiltered={isFiltered} />}
    />
  );
}

function ProfileTable({ profiles, isFiltered }: { profiles: readonly JobProfile[]; isFiltered: boolean }): ReactNode {
  const t = useTranslations('jobProfiles');
  const profile = useTranslations('jobProfile');
  const versions = useTranslations('versions');
  const pages = useTranslations('pages');
  const format = useFormatter();
  const menu = useProfileMenu();
  const columns: Column<JobProfile>[] = [
    {
      name: 'name',
      heading: profile('name'),
      cell: ({ id, name }) => <Link href={`/job-profiles/${id}`}>{name}</Link>,
    },
    { name: 'code', heading: profile('code'), cell: ({ code }) => code },
    { name: 'department', heading: profile('department'), cell: ({ department }) => department },
    {
      name: 'requirements',
      heading: profile('requirements'),
      isNumber: true,
      cell: ({ requirements }) => format.number(requirements.length),
    },
    {
      name: 'critical',
      heading: t('critical'),
      isNumber: true,
      cell: ({ requirements }) => format.number(requirements.filter(({ isCritical }) => isCritical).length),
    },
    { name: 'version', heading: versions('column'), isNumber: true, cell: ({ version }) => format.number(version) },
    {
      name: 'state',
      heading: versions('state'),
      cell: ({ isCurrent }) => <CurrentBadge isCurrent={isCurrent} />,
    },
  ];
  return (
    <ListTable
      label={pages('jobProfiles')}
      list="job-profiles"
      columns={columns}
      rows={profiles}
      rowKey={({ id }) => id}
      empty={isFiltered ? <Empty>{t('noneFound')}</Empty> : <Empty href="/job-profiles/new">{t('empty')}</Empty>}
      menu={menu}
    />
  );
}
