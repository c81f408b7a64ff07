import { z } from 'zod';
import { pickRows } from '../../shared/db/pick';
import { namesById } from '../../shared/db/references';
import { MailTriggerModel } from '../../shared/evaluation/cycles/cycle-mail.model';
import { CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { StoredFileModel } from '../../shared/infra/stored-file.model';
import type { Job } from '../../shared/jobs/job.model';
import { EmployeeModel } from '../../shared/people/employee.model';
import { UserModel } from '../../shared/platform/accounts/user.model';
import { type JobTopic, JobTopicKind } from '../platform/jobs/jobs.dto';

const id = z.string().nullable().catch(null);
/** The ids in payloads that say what a job is about. An erasure empties a payload. */
const topicIds = z.object({ subjectId: id, cycleId: id, userId: id, fileId: id, triggerId: id });
type TopicIds = z.infer<typeof topicIds>;

/**
 * Returns what the jobs are about, as it is named now: a job holds ids alone, so that no name outlives the person. One
 * query for each kind, however many jobs there are. Whoever sees a job may read these names.
 */
export async function jobTopics(jobs: readonly Job[]): Promise<(job: Job) => JobTopic[]> {
  const idsOf = new Map(jobs.map(({ _id, payload }) => [_id, topicIds.parse(payload ?? {})]));
  const all = [...idsOf.values()];
  const idsIn = (field: keyof TopicIds): (string | null)[] => all.map((ids) => ids[field]);
  const mailedCycle = await cyclesOfMails(idsIn('triggerId'));
  for (const ids of all) ids.cycleId ??= mailedCycle(ids.triggerId);
  const [subject, cycle, account, file] = await Promise.all([
    namesById(EmployeeModel, idsIn('subjectId'), 'fullName'),
    namesById(CycleModel, idsIn('cycleId'), 'name'),
    namesById(UserModel, idsIn('userId'), 'fullName'),
    namesById(StoredFileModel, idsIn('fileId'), 'name'),
  ]);
  return ({ _id }) => {
    const ids = idsOf.get(_id);
    if (!ids) return [];
    return [
      ...topic(JobTopicKind.Subject, ids.subjectId, subject),
      ...topic(JobTopicKind.Cycle, ids.cycleId, cycle),
      ...topic(JobTopicKind.Account, ids.userId, account),
      ...topic(JobTopicKind.File, ids.fileId, file),
    ];
  };
}

function topic(
  kind: JobTopicKind,
  topicId: string | null,
  nameOf: (topicId: string | null) => string | null,
): JobTopic[] {
  const name = nameOf(topicId);
  return topicId === null || name === null ? [] : [{ kind, id: topicId, name }];
}

/** Returns the cycle of each trigger of emails. */
async function cyclesOfMails(
  triggerIds: readonly (string | null)[],
): Promise<(triggerId: string | null) => string | null> {
  const ids = triggerIds.filter((triggerId) => triggerId !== null);
  if (ids.length === 0) return () => null;
  const triggers = await pickRows(MailTriggerModel.find({ _id: { $in: ids } }), 'cycleId');
  const cycleOf = new Map(triggers.map(({ _id, cycleId }) => [_id, cycleId]));
  return (triggerId) => (triggerId === null ? null : (cycleOf.get(triggerId) ?? null));
}
