import { CONSOLE_PAGES } from '../../shared/comms/console-pages';
import { notify } from '../../shared/comms/notification.store';
import { pickRow } from '../../shared/db/pick';
import { inTransaction } from '../../shared/db/transaction';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { findCycle, holdCycle } from '../../shared/evaluation/cycles/cycle.store';
import { storePublishedComments } from '../../shared/evaluation/disclosure/published-answers.store';
import { guestsAmong } from '../../shared/evaluation/guests/guests.store';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { reopeningRefusal } from '../../shared/evaluation/participants/participation.rules';
import { updateTallies } from '../../shared/evaluation/subject-tally.store';
import { reportSubjects } from '../../shared/insight/report-subjects.store';
import { findVisibleResult } from '../../shared/insight/subject-result.store';
import { enqueue, enqueueStored } from '../../shared/jobs/enqueue';
import type { Job } from '../../shared/jobs/job.model';
import { now } from '../../shared/kernel/clock';
import { actor } from '../../shared/kernel/context';
import { AppError, conflict } from '../../shared/kernel/errors';
import { EmployeeModel } from '../../shared/people/employee.model';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { recordAudit } from '../../shared/platform/audit/audit.store';
import { signedIn } from '../../shared/policies/viewer';
import { rowToChange } from '../db/expected-revision';
import { publishCycle } from '../evaluation/cycles/publication.service';
import { storeInvitations } from '../evaluation/guests/guest-invitations.service';
import {
  type ExportReportRequest,
  type PublicationView,
  type ReopenEvaluation,
  toPublicationView,
} from './evaluation-results.dto';
import type { ExportReportsRequest } from './export-reports.dto';
import { checkedSelection } from './export-selection.service';

/**
 * Publishes the results of a Closed cycle to its subjects; they remain published until the cycle is reopened. Throws
 * NOT_FOUND, and CONFLICT when the cycle is not Closed.
 */
export async function publishResults(cycleId: string): Promise<PublicationView> {
  return toPublicationView(await publishCycle(cycleId));
}

/**
 * Reopens a submitted evaluation with its answers, notifies its evaluator, a guest by email, and records the reason. Throws NOT_FOUND, and
 * CONFLICT when it is not submitted, its evaluator or subject has left, or the cycle takes no answers.
 */
export async function reopenEvaluation(participantId: string, { reason }: ReopenEvaluation): Promise<Participant> {
  const { reopened, job } = await inTransaction(async () => {
    const row = await rowToChange(ParticipantModel, participantId);
    const cycle = await holdCycle(row.cycleId);
    const why = reopeningRefusal(row, cycle.status);
    if (why) throw conflict(why);
    await storePublishedComments(row);
    const before = row.status;
    row.set({
      status: ParticipantStatus.InProgress,
      score: null,
      potential: null,
      submittedAt: null,
      acknowledgedAt: null,
      reopenings: [...row.reopenings, { reason: reason.trim(), by: actor().userId, at: now() }],
    });
    await row.save();
    await updateTallies(row.cycleId, [row.subjectId]);
    await recordAudit('evaluation.reopened', {
      entityType: AuditEntity.Evaluation,
      entityId: participantId,
      changes: [
        { field: 'status', before, after: ParticipantStatus.InProgress },
        { field: 'reason', before: null, after: reason.trim() },
      ],
    });
    await notifyEvaluator(row, cycle);
    const [guestId] = await guestsAmong([row.evaluatorId]);
    const mail = guestId === undefined ? null : await storeInvitations(cycle, [guestId]);
    const changed: Participant = row.toObject();
    return { reopened: changed, job: mail };
  });
  if (job) await enqueueStored(job);
  return reopened;
}

async function notifyEvaluator({ _id, subjectId, evaluatorId, reopenings }: Participant, cycle: Cycle): Promise<void> {
  const subject = await pickRow(EmployeeModel.findById(subjectId), 'fullName');
  const values = { cycle: cycle.name, subject: subject?.fullName ?? '' };
  await notify('evaluation-reopened', `evaluation-reopened:${_id}:${reopenings.length}`, [
    { employeeId: evaluatorId, values, link: CONSOLE_PAGES.myEvaluation(_id) },
  ]);
}

/**
 * Starts the export of a subject's report as far as the caller may see it; throws NOT_FOUND when the cycle or the
 * subject is missing, or the caller may not see the results.
 */
export async function startReportExport({ cycleId, subjectId }: ExportReportRequest): Promise<Job> {
  const viewer = signedIn();
  await findVisibleResult(viewer, cycleId, subjectId);
  const viewerId = viewer.isHr ? null : viewer.employeeId;
  return enqueue('insight.export-report', { cycleId, subjectId, viewerId });
}

/**
 * Starts the export of the reports of subjects of a cycle: HR's of whom they choose, a manager's of direct reports.
 * Throws FORBIDDEN when another role asks for HR's view, and NOT_FOUND when a subject or all are missing, or not visible
 * to the caller.
 */
export async function startReportsExport(cycleId: string, request: ExportReportsRequest): Promise<Job> {
  const viewer = signedIn();
  const { subjectIds = null, view } = request;
  if (view === 'HR' && !viewer.isHr) throw new AppError('FORBIDDEN', 'Only HR exports complete reports.');
  const cycle = await findCycle(cycleId);
  const { departmentId } = await checkedSelection(request);
  const found = await reportSubjects(viewer, cycle, { departmentId, subjectIds, view });
  const viewerId = viewer.isHr ? null : viewer.employeeId;
  const named = viewer.isHr ? subjectIds : found;
  return enqueue('insight.export-reports', { cycleId, departmentId, subjectIds: named, viewerId, view });
}
