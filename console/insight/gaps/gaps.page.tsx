import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PageTitle } from '../../app/page-title';
import { useAddress } from '../../app/use-address';
import { useListQuery } from '../../app/use-list-query';
import { type ReadResult, useRead } from '../../http/use-read';
import { Button } from '../../ui/button';
import { ChoiceFilter, SearchFilter } from '../../ui/filters';
import { Loaded } from '../../ui/loaded';
import { CycleSelection, useSelection } from '../cycle-selection/cycle-selection';
import { GapDialog } from '../gap/gap-dialog';
import { CalculateButton } from './calculate-button';
import { GapList } from './gap-list';
import { PlanDialog } from './plan-dialog';

export type GapPage = ReadResult<'/api/gap-analysis'>;
export type Gap = GapPage['items'][number];

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
  const gaps = useRead('/api/gap-analysis', { query }, { keep: true });
  return <Loaded read={gaps}>{(shown) => <GapsView shown={shown} />}</Loaded>;
}

function GapsView({ shown }: { shown: GapPage }): ReactNode {
  const t = useTranslations('gaps');
  const pages = useTranslations('pages');
  const [chosen, setChosen] = useState<readonly Gap[]>([]);
  const [isPlanning, setPlanning] = useState(false);
  const plan = (gap: Gap): void => {
    setChosen([gap]);
    setPlanning(true);
  };
  return (
    <>
      <div className="page-head">
        <PageTitle>{pages('gaps')}</PageTitle>
        <CalculateButton shown={shown} />
        <Button kind="primary" disabled={chosen.length === 0} onClick={() => setPlanning(true)}>
          {t('plan')}
        </Button>
      </div>
      <CycleSelection shown={shown}>
        <ChoiceFilter
          name="severity"
          label={t('severity')}
          choices={SEVERITIES.map((value) => ({ value, text: t(`severities.${value}`) }))}
        />
        <SearchFilter />
      </CycleSelection>
      <GapList shown={shown} chosen={chosen} onChoose={setChosen} />
      {isPlanning && chosen.length > 0 ? (
        <PlanDialog
          gaps={chosen}
          onMade={(made) => setChosen((before) => before.filter((gap) => !made.includes(gap)))}
          onClose={() => setPlanning(false)}
        />
      ) : (
        <GapDialog
          cycleId={shown.cycleId}
          nameOf={(id) => shown.items.find(({ employeeId }) => employeeId === id)?.employee ?? shown.employee}
          actions={(gap) => gap.gapLevel > 0 && <Button onClick={() => plan(gap)}>{t('plan')}</Button>}
        />
      )}
    </>
  );
}
