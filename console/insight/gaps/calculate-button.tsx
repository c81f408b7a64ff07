import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { api } from '../../http/client';
import { useSend } from '../../http/use-send';
import { RESPOND_ASYNC, startJob } from '../../jobs/start-job';
import { Button } from '../../ui/button';
import type { GapPage } from './gap';

/** "Calculate again": the gaps of the cycle that is shown. */
export function CalculateButton({ shown: { cycleId, cycle } }: { shown: GapPage }): ReactNode {
  const t = useTranslations('gaps');
  const calculate = useSend(
    (id: string) =>
      startJob(api.POST('/api/gap-analysis/run', { body: { cycleId: id }, headers: RESPOND_ASYNC }), {
        label: t('calculation', { cycle: cycle ?? '' }),
        refreshes: ['/api/gap-analysis', '/api/gap-heatmap', '/api/nine-box', '/api/jobs'],
      }),
    { refreshes: [] },
  );
  if (cycleId === null) return null;
  return (
    <Button isBusy={calculate.isPending} onClick={() => calculate.mutate(cycleId)}>
      {t('calculate')}
    </Button>
  );
}
