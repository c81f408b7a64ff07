import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PageTitle } from '../../app/page-title';
import { useAddress } from '../../app/use-address';
import { useRead } from '../../http/use-read';
import { Button } from '../../ui/button';
import { ChoiceFilter, Filters, SearchFilter } from '../../ui/filters';
import { Loaded } from '../../ui/loaded';
import { GOAL_LEVELS, GOAL_STATUSES } from '../goal/goal';
import { GoalDialog } from '../goal/goal-dialog';
import { filterTree, isNarrowed } from './goal-filter';
import { GoalTree } from './goal-tree';
import dataTableStyles from '../../ui/data-table.module.css';

/** /goals: the goals of the organization as a tree, from those of the company to those of its people. */
export function GoalsPage(): ReactNode {
  const t = useTranslations('goals');
  const pages = useTranslations('pages');
  const levels = useTranslations('goalLevel');
  const statuses = useTranslations('goalStatus');
  const address = useAddress();
  const tree = useRead('/api/goals/tree');
  const filter = { search: address.get('search'), level: address.get('level'), status: address.get('status') };
  return (
    <>
      <div className="page-head">
        <PageTitle>{pages('goals')}</PageTitle>
        <Button kind="primary" onClick={() => address.change({ edit: 'new', below: '' })}>
          {t('add')}
        </Button>
      </div>
      <Filters>
        <SearchFilter />
        <ChoiceFilter
          name="level"
          label={t('level')}
          choices={GOAL_LEVELS.map((value) => ({ value, text: levels(value) }))}
        />
        <ChoiceFilter
          name="status"
          label={t('status')}
          choices={GOAL_STATUSES.map((value) => ({ value, text: statuses(value) }))}
        />
      </Filters>
      <Loaded read={tree}>
        {(goals) => {
          const shown = filterTree(goals, filter);
          if (shown.length === 0)
            return <p className={dataTableStyles.tableEmpty}>{isNarrowed(filter) ? t('noneFound') : t('empty')}</p>;
          return <GoalTree key={JSON.stringify(filter)} goals={shown} isOpen={isNarrowed(filter)} />;
        }}
      </Loaded>
      <GoalDialog />
    </>
  );
}
