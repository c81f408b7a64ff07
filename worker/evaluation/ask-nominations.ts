import { CONSOLE_PAGES } from '../../shared/comms/console-pages';
import { notify } from '../../shared/comms/notification.store';
import { allRows } from '../../shared/db/batches';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { asksForNominations } from '../../shared/evaluation/nominations/nomination.rules';
import { COUNTED_SUBJECTS } from '../../shared/evaluation/participants/participation.store';
import type { JobName } from '../../shared/jobs/contract';
import { now } from '../../shared/kernel/clock';
import { localDate } from '../../shared/kernel/zoned-time';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import type { Run } from '../define-job';
import { chunksOf } from '../lanes';

const CHUNK = 500;

/** Notifies each subject of a cycle that asks for nominations, once per cycle; returns the number of notifications. */
export async function notifySubjects(run: Pick<Run<JobName>, 'write'>, cycleId: string): Promise<number> {
  const [cycle, { timezone }] = await Promise.all([findCycle(cycleId), currentTenant()]);
  if (!asksForNominations(cycle, localDate(now(), timezone))) return 0;
  const values = { cycle: cycle.name, endDate: cycle.settings.nominationEndDate ?? '' };
  const subjects = await allRows(EvaluationModel, { cycleId, ...COUNTED_SUBJECTS }, ['subjectId']);
  const recipients = subjects.map(({ subjectId }) => ({
    employeeId: subjectId,
    values,
    link: CONSOLE_PAGES.myNominations,
  }));
  let notified = 0;
  for (const { chunk } of chunksOf(recipients, CHUNK))
    notified += await run.write(() => notify('nominations-asked', `nominations-asked:${cycleId}`, chunk));
  return notified;
}
