import { CONSOLE_PAGES } from '../../shared/comms/console-pages';
import { notify } from '../../shared/comms/notification.store';
import { allRows } from '../../shared/db/batches';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { askingMailId } from '../../shared/evaluation/nominations/asking-mail';
import type { NominationStatus } from '../../shared/evaluation/nominations/nomination';
import { asksForNominations, nominationStatus } from '../../shared/evaluation/nominations/nomination.rules';
import { COUNTED_SUBJECTS } from '../../shared/evaluation/participants/participation.store';
import type { JobName } from '../../shared/jobs/contract';
import { enqueueStored, storeJob } from '../../shared/jobs/enqueue';
import { now } from '../../shared/kernel/clock';
import { localDate } from '../../shared/kernel/zoned-time';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import type { Run } from '../define-job';
import { chunksOf } from '../lanes';

const CHUNK = 500;

/** A subject who names peers, with what texts to the subject say. */
interface NominatingSubject {
  subjectId: string;
  status: NominationStatus;
  values: { cycle: string; endDate: string };
}

/** Returns the subjects of a cycle that asks for nominations now; none of another cycle. */
export async function subjectsToAsk(cycleId: string): Promise<NominatingSubject[]> {
  const [cycle, { timezone }] = await Promise.all([findCycle(cycleId), currentTenant()]);
  if (!asksForNominations(cycle, localDate(now(), timezone))) return [];
  const rows = await allRows(EvaluationModel, { cycleId, ...COUNTED_SUBJECTS }, ['subjectId', 'nomination']);
  const values = nominationValues(cycle);
  return rows.map(({ subjectId, nomination }) => ({ subjectId, status: nominationStatus(nomination), values }));
}

/** Returns the values of texts about the nominations of a cycle. */
export function nominationValues({ name, settings }: Pick<Cycle, 'name' | 'settings'>): NominatingSubject['values'] {
  return { cycle: name, endDate: settings.nominationEndDate ?? '' };
}

/**
 * Notifies each subject of a cycle that asks for nominations, once per cycle, and starts the job that emails those who have had no
 * email; returns the number of notifications.
 */
export async function askSubjects(run: Pick<Run<JobName>, 'write'>, cycleId: string): Promise<number> {
  const subjects = await subjectsToAsk(cycleId);
  if (subjects.length === 0) return 0;
  const link = CONSOLE_PAGES.myNominations;
  const recipients = subjects.map(({ subjectId, values }) => ({ employeeId: subjectId, values, link }));
  let notified = 0;
  for (const { chunk } of chunksOf(recipients, CHUNK))
    notified += await run.write(() => notify('nominations-asked', `nominations-asked:${cycleId}`, chunk));
  const mail = { kind: 'nominations-asked' as const, aboutId: cycleId, triggerId: askingMailId(cycleId) };
  await enqueueStored(await run.write(() => storeJob('evaluation.send-nomination-mail', mail)));
  return notified;
}
