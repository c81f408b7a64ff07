import { Fragment, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import type { JobName } from '../../../shared/jobs/contract';
import type { Job } from '../../jobs/job-watch';
import { Badge } from '../../ui/badge';

/** Every kind of background work, in the order of the filter; a new one must be listed here to compile. */
const IN_THE_FILTER: Readonly<Record<JobName, true>> = {
  'people.import-employees': true,
  'framework.import-competencies': true,
  'framework.import-job-profiles': true,
  'framework.import-skills': true,
  'evaluation.import-guests': true,
  'evaluation.invite-guests': true,
  'evaluation.generate': true,
  'evaluation.ask-nominations': true,
  'evaluation.send-nomination-mail': true,
  'evaluation.assign-peers': true,
  'evaluation.assign-direct-reports': true,
  'evaluation.send-cycle-mail': true,
  'evaluation.rescore': true,
  'evaluation.keep-results': true,
  'insight.recalculate-gaps': true,
  'insight.analyse-gaps': true,
  'insight.export-report': true,
  'insight.export-reports': true,
  'insight.export-heatmap': true,
  'insight.export-nine-box': true,
  'growth.announce-survey': true,
  'growth.send-survey-mail': true,
  'growth.send-plan-mail': true,
  'comms.send-access': true,
  'comms.send-password-link': true,
  'comms.tell-new-device': true,
  'comms.tell-email-changed': true,
  'privacy.collect': true,
  'privacy.complete-access': true,
  'privacy.erase': true,
  'privacy.erase-guest': true,
};
export const JOB_TYPES = Object.keys(IN_THE_FILTER) as JobName[];

/** What a kind of work is called; an unknown kind is shown by its key. */
export function useJobName(): (type: string) => string {
  const t = useTranslations('backgroundWork');
  return (type) => {
    const found = JOB_TYPES.find((name) => name === type);
    return found ? t(`types.${found}`) : type;
  };
}

/** What a job is called where several are shown together: with what it is about. */
export function useJobLabel(): (job: Pick<Job, 'type' | 'about'>) => string {
  const nameOf = useJobName();
  return ({ type, about = [] }) => [nameOf(type), ...about.map(({ name }) => name)].join(BETWEEN);
}

/** The names of what a job is about; that of a cycle leads there. */
export function JobTopics({ job: { about = [] } }: { job: Pick<Job, 'about'> }): ReactNode {
  return about.map(({ kind, id, name }, at) => (
    <Fragment key={kind}>
      {at > 0 && BETWEEN}
      {kind === 'Cycle' ? <Link href={`/cycles/${id}`}>{name}</Link> : name}
    </Fragment>
  ));
}

const BETWEEN = ' · ';

const TONES = { Queued: 'plain', Running: 'info', Succeeded: 'good', Failed: 'bad' } as const;

export function JobStatusBadge({ status }: Pick<Job, 'status'>): ReactNode {
  const t = useTranslations('backgroundWork');
  return <Badge tone={TONES[status]}>{t(`statuses.${status}`)}</Badge>;
}
