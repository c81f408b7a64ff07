import type { ReactNode } from 'react';
import { useStore } from '../../app/store';
import { JobOnPage } from '../../jobs/job-progress';
import { type Job, watchedJobs } from '../../jobs/job-watch';
import type { Cycle } from './cycle-state';
import { jobTopic } from './use-cycle-job';

interface StepJobProps {
  cycle: Pick<Cycle, 'id'>;
  type: Job['type'];
  part?: string;
  /** A job that the page shows elsewhere. */
  except?: string;
}

/** The progress of the job of a step, while this tab follows one. */
export function StepJob({ cycle, type, part, except }: StepJobProps): ReactNode {
  const about = jobTopic(cycle, part);
  const running = useStore(watchedJobs).find(
    (watched) => watched.type === type && watched.about === about && watched.id !== except,
  );
  return running && <JobOnPage id={running.id} label={running.label} job={running.job} />;
}
