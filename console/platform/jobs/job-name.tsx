import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Job } from '../../jobs/job-watch';
import { Badge } from '../../ui/badge';

/** Every kind of background work of an organization (shared/jobs/contract.ts). */
export const JOB_TYPES = [
  'people.import-employees',
  'framework.import-competencies',
  'framework.import-skills',
  'evaluation.generate',
  'evaluation.ask-nominations',
  'evaluation.assign-peers',
  'evaluation.assign-direct-reports',
  'evaluation.send-cycle-mail',
  'insight.recalculate-gaps',
  'insight.analyse-gaps',
  'insight.export-report',
  'insight.export-heatmap',
  'insight.export-nine-box',
  'growth.announce-survey',
  'comms.send-access',
  'comms.send-password-link',
  'comms.tell-new-device',
] as const;

/** What a kind of work is called; an unknown kind keeps its own name. */
export function useJobName(): (type: string) => string {
  const t = useTranslations('backgroundWork');
  return (type) => {
    const found = JOB_TYPES.find((name) => name === type);
    return found ? t(`types.${found}`) : type;
  };
}

const TONES = { Queued: 'plain', Running: 'info', Succeeded: 'good', Failed: 'bad' } as const;

/** The state of a job in words. */
export function JobStatusBadge({ status }: Pick<Job, 'status'>): ReactNode {
  const t = useTranslations('backgroundWork');
  return <Badge tone={TONES[status]}>{t(`statuses.${status}`)}</Badge>;
}
