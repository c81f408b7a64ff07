import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PageTitle } from '../../app/page-title';
import { useAddress } from '../../app/use-address';
import { useListQuery } from '../../app/use-list-query';
import { useRead } from '../../http/use-read';
import { Button } from '../../ui/button';
import { ChoiceFilter, SearchFilter } from '../../ui/filters';
import { Loaded } from '../../ui/loaded';
import { CycleSelection, useSelection } from '../cycle-selection/cycle-selection';
import { OpenedGap } from '../gap/opened-gap';
import { CalculateButton } from './calculate-button';
import type { Gap, GapPage, GapQuery } from './gap';
import { GapList } from './gap-list';
import { PlanDialog } from './plan-dialog';
import { useGapsBulk } from './use-gaps-bulk';

/** Priorities that can be asked for: each with the more urgent ones. */
const SEVERITIES = ['1', '2', '3'] as const;

/** /gaps: the gaps of a cycle, the most urgent first; filters and the open gap are in the address. */
export function GapsPage(): ReactNode {
  const address = useAddress();
  const severity = SEVERITIES.find((option) => option === address.get('severity'));
  const query = {
    ...useSelection(),
    ...useListQuery({ employeeId: 'employee', requirementId: 'competency' }).query,
    maxPriority: severity === undefined ? undefined : Number(severity),
  };
  const gaps = useRead('/api/gap-analysis', { query }, { keepPrevious: true });
  return <Loaded read={gaps}>{(shown) => <GapsView shown={shown} query={query} />}</Loaded>;
}

function GapsView({ shown, query }: { shown: GapPage; query: GapQuery }): ReactNode {
  const t = useTranslations('gaps');
  const pages = useTranslations('pages');
  const bulk = useGapsBulk(query, shown.totalCount);
  const [planned, setPlanned] = useState<Gap | null>(null);
  return (
    <>
      <div className="page-head">
        <PageTitle>{pages('gaps')}</PageTitle>
        <CalculateButton shown={shown} />
      </div>
      <CycleSelection shown={shown}>
        <ChoiceFilter
          name="severity"
          label={t('severity')}
          choices={SEVERITIES.map((value) => ({ value, text: t(`severities.${value}`) }))}
        />
        <SearchFilter />
      </CycleSelection>
      <GapList shown={shown} bulk={bulk} />
      {planned ? (
        <PlanDialog gap={planned} onClose={() => setPlanned(null)} />
      ) : (
        <OpenedGap
          cycleId={shown.cycleId}
          nameOf={(id) => shown.items.find(({ employeeId }) => employeeId === id)?.employee ?? shown.employee}
          actions={(gap) => gap.gapLevel > 0 && <Button onClick={() => setPlanned(gap)}>{t('plan')}</Button>}
        />
      )}
    </>
  );
}
