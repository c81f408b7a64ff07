import { api } from '../../http/client';
import { RESPOND_ASYNC, startJob } from '../../jobs/start-job';

export const REPORTS_JOB = 'insight.export-reports';

interface ReportsOrder {
  cycleId: string;
  view: 'Subject' | 'HR';
  departmentId?: string | undefined;
  subjectIds?: string[] | undefined;
  /** What it does, in the user's language. */
  label: string;
}

/** Has the reports of several people printed in the background; their ZIP is saved when it is ready, wherever the user is by then. */
export async function startReports({ cycleId, label, ...body }: ReportsOrder): Promise<void> {
  const call = api.POST('/api/evaluation-results/{cycleId}/export-reports', {
    params: { path: { cycleId } },
    body,
    headers: RESPOND_ASYNC,
  });
  await startJob(call, { label, about: cycleId, savesFile: true, refreshes: [] });
}
