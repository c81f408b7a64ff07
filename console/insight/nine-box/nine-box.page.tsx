import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PageTitle } from '../../app/page-title';
import { useAddress } from '../../app/use-address';
import { api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { RESPOND_ASYNC, startJob } from '../../jobs/start-job';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import { Boxes, type FilledBox, type Move } from '../boxes/boxes';
import { Unplaced } from '../boxes/unplaced';
import { CycleSelection, useSelection } from '../cycle-selection/cycle-selection';
import { NoCycle } from '../cycle-selection/no-cycle';
import { MoveDialog } from './move-dialog';
import type { NineBox } from './nine-box';
import { useOpenSessions } from './open-sessions';
import dataTableStyles from '../../ui/data-table.module.css';

/** /nine-box: performance by potential; cycle, filters and the person who is being moved are in the address. */
export function NineBoxPage(): ReactNode {
  const pages = useTranslations('pages');
  const nineBox = useRead('/api/nine-box', { query: useSelection() }, { keepPrevious: true });
  return (
    <Loaded read={nineBox}>
      {(shown) => (
        <>
          <div className="page-head">
            <PageTitle>{pages('nineBox')}</PageTitle>
            <DownloadButton nineBox={shown} />
          </div>
          <CycleSelection shown={shown} />
          <Content nineBox={shown} />
        </>
      )}
    </Loaded>
  );
}

function Content({ nineBox }: { nineBox: NineBox }): ReactNode {
  const t = useTranslations('nineBox');
  const address = useAddress();
  const { cycleId, boxes, unplaced, thresholds } = nineBox;
  const sessionOf = useOpenSessions(cycleId);
  if (cycleId === null) return <NoCycle>{t('noCycle')}</NoCycle>;
  if (unplaced.length === 0 && boxes.every(({ count }) => count === 0))
    return <p className={dataTableStyles.tableEmpty}>{t('noOne')}</p>;
  const filled = boxes.map(({ box, employees }): FilledBox => ({
    box,
    employees: employees.map((employee) => ({
      ...employee,
      href: `/cycles/${cycleId}/results/${employee.id}`,
      mayChangeScore: sessionOf(employee.departmentId) !== null,
    })),
  }));
  const move: Move = (person, box) => address.change({ move: person, box: box === null ? '' : String(box) });
  return (
    <div className="stack">
      <Boxes boxes={filled} thresholds={thresholds} hint={t('hint')} onMove={move} />
      <Unplaced
        people={unplaced.map((person) => ({ ...person, isMovable: person.reason !== 'NoScore' }))}
        onMove={move}
      />
      <MoveDialog nineBox={nineBox} cycleId={cycleId} />
    </div>
  );
}

function DownloadButton({ nineBox: { cycleId, cycle, departmentId, jobProfileId } }: { nineBox: NineBox }): ReactNode {
  const t = useTranslations('nineBox');
  const download = useSend(
    () => {
      const body = { cycleId, departmentId, jobProfileId };
      return startJob(api.POST('/api/nine-box/export-excel', { body, headers: RESPOND_ASYNC }), {
        label: t('workbook', { cycle: cycle ?? '' }),
        savesFile: true,
        refreshes: ['/api/jobs'],
      });
    },
    { refreshes: [] },
  );
  if (cycleId === null) return null;
  return (
    <Button isBusy={download.isPending} onClick={() => download.mutate()}>
      {t('download')}
    </Button>
  );
}
