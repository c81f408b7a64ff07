import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { PageTitle } from '../../app/page-title';
import { api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { RESPOND_ASYNC, startJob } from '../../jobs/start-job';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import { useMedia } from '../../ui/use-media';
import { CycleSelection, useSelection } from '../cycle-selection/cycle-selection';
import { NoCycle } from '../cycle-selection/no-cycle';
import { OpenedGap } from '../gap/opened-gap';
import type { Heatmap } from './heatmap';
import { HeatmapList } from './heatmap-list';
import { HeatmapTable } from './heatmap-table';
import formStyles from '../../form/form.module.css';
import dataTableStyles from '../../ui/data-table.module.css';
import gapStyles from '../gap/gap.module.css';
import styles from './heatmap.module.css';

/** /heatmap: the gaps of a cycle, requirements by people; cycle, filters and the open gap are in the address. */
export function HeatmapPage(): ReactNode {
  const pages = useTranslations('pages');
  const selection = useSelection();
  const heatmap = useRead('/api/gap-heatmap', { query: selection }, { keepPrevious: true });
  return (
    <Loaded read={heatmap}>
      {(shown) => (
        <>
          <div className="page-head">
            <PageTitle>{pages('heatmap')}</PageTitle>
            <DownloadButton heatmap={shown} />
          </div>
          <CycleSelection shown={shown} />
          <Content heatmap={shown} />
          <OpenedGap
            cycleId={shown.cycleId}
            nameOf={(employeeId) => shown.subjects.find(({ id }) => id === employeeId)?.name}
          />
        </>
      )}
    </Loaded>
  );
}

function Content({ heatmap }: { heatmap: Heatmap }): ReactNode {
  const t = useTranslations('heatmap');
  const format = useFormatter();
  const { cycleId, departmentId, jobProfileId, calculatedAt, rows, subjects } = heatmap;
  const isNarrow = useMedia('(max-width: 600px)');
  if (cycleId === null) return <NoCycle>{t('noCycle')}</NoCycle>;
  if (calculatedAt === null) return <p className={dataTableStyles.tableEmpty}>{t('noGaps')}</p>;
  if (rows.length === 0) return <p className={dataTableStyles.tableEmpty}>{t('noRows')}</p>;
  return (
    <>
      <div className={styles.heatmapFacts}>
        <p className="muted">
          {t('facts', {
            people: subjects.length,
            requirements: rows.length,
            date: format.dateTime(new Date(calculatedAt), { dateStyle: 'medium' }),
          })}
        </p>
        <Legend />
      </div>
      {isNarrow ? (
        <HeatmapList heatmap={heatmap} />
      ) : (
        <>
          <HeatmapTable key={`${cycleId} ${departmentId ?? ''} ${jobProfileId ?? ''}`} heatmap={heatmap} />
          <p className={clsx('muted', formStyles.hint)}>{t('keys')}</p>
        </>
      )}
    </>
  );
}

const LEGEND = [0, 1, 2, 3] as const;

function Legend(): ReactNode {
  const t = useTranslations('heatmap');
  const levels = useTranslations('gapLevel');
  return (
    <ul className={styles.heatmapLegend} aria-label={t('legend')}>
      {LEGEND.map((level) => (
        <li key={level}>
          <span className={clsx(gapStyles.gapCell, gapStyles[`level${level}`])} aria-hidden="true">
            {level === 3 ? '3+' : level}
          </span>
          {levels(`${level}`)}
        </li>
      ))}
    </ul>
  );
}

function DownloadButton({ heatmap: { cycleId, cycle, departmentId, jobProfileId } }: { heatmap: Heatmap }): ReactNode {
  const t = useTranslations('heatmap');
  const download = useSend(
    (exported: string) => {
      const body = { cycleId: exported, departmentId, jobProfileId };
      return startJob(api.POST('/api/gap-heatmap/export-excel', { body, headers: RESPOND_ASYNC }), {
        label: t('workbook', { cycle: cycle ?? '' }),
        savesFile: true,
        refreshes: ['/api/jobs'],
      });
    },
    { refreshes: [] },
  );
  if (cycleId === null) return null;
  return (
    <Button isBusy={download.isPending} onClick={() => download.mutate(cycleId)}>
      {t('download')}
    </Button>
  );
}
