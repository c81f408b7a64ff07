import { notify } from '../../shared/comms/notification.store';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycle.model';
import { answersAreWritable, CycleStatus } from '../../shared/evaluation/cycle-status';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participant.model';
import { countsAsSubmitted, ParticipantStatus } from '../../shared/evaluation/participant-status';
import { findCycle } from '../../shared/evaluation/cycle.store';
import { recalculateIfClosed } from '../../shared/evaluation/gap-job.store';
import { findEvaluated } from '../../shared/insight/subject-result.store';
import { enqueue } from '../../shared/jobs/enqueue';
import type { Job } from '../../shared/jobs/job.model';
import { now } from '../../shared/kernel/clock';
import { actor } from '../../shared/kernel/context';
import { conflict, notFound } from '../../shared/kernel/errors';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { AuditEntity } from '../../shared/platform/audit-events';
import { recordAudit } from '../../shared/platform/audit.store';
import {
  type ExportReportRequest,
  type PublicationView,
  type ReopenEvaluation,
  toPublicationView,
} from './evaluation-results.dto';

/**
 * Publishes the results of a Closed cycle to its subjects; once published they stay so. Throws NOT_FOUND, and CONFLICT
 * when the cycle is not Closed.
 */
export async function publishResults(cycleId: string): Promise<PublicationView> {
  const cycle = await CycleModel.findById(cycleId);
  if (!cycle) throw notFound();
  if (cycle.resultsPublishedAt !== null) return toPublicationView(cycle);
  if (cycle.status !== CycleStatus.Closed)
    throw conflict(`The cycle is ${cycle.status}; results are published once it is Closed.`);
  cycle.resultsPublishedAt = now();
  await cycle.save();
  await recordAudit('results.published', { entityType: AuditEntity.Cycle, entityId: cycleId });
  return toPublicationView(cycle);
}

/**
 * Gives a submitted evaluation back to its evaluator, who is notified, answers kept, and records why (decisions 6,
 * "Answers"). Throws NOT_FOUND, and CONFLICT when it is not submitted or the cycle takes no answers.
 */
export async function reopenEvaluation(participantId: string, { reason }: ReopenEvaluation): Promise<Participant> {
  const row = await ParticipantModel.findById(participantId);
  if (!row) throw notFound();
  const cycle = await findCycle(row.cycleId);
  if (!countsAsSubmitted(row.status)) throw conflict('The evaluation is not submitted; there is nothing to reopen.');
  if (!answersAreWritable(cycle.status))
    throw conflict(`The cycle is ${cycle.status}; evaluations are reopened while it is Open or InProgress.`);
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
  await recordAudit('evaluation.reopened', {
    entityType: AuditEntity.Evaluation,
    entityId: participantId,
    changes: [
      { field: 'status', before, after: ParticipantStatus.InProgress },
      { field: 'reason', before: null, after: reason.trim() },
    ],
  });
  await tellEvaluator(row, cycle);
  await recalculateIfClosed(row.cycleId); // closed in this very instant
  return row.toObject();
}

async function tellEvaluator({ _id, subjectId, evaluatorId, reopenings }: Participant, cycle: Cycle): Promise<void> {
  const subject = await EmployeeModel.findById(subjectId).select('fullName').lean<Pick<Employee, 'fullName'>>();
  const values = { cycle: cycle.name, subject: subject?.fullName ?? '' };
  await notify('evaluation-reopened', `evaluation-reopened:${_id}:${reopenings.length}`, [
    { employeeId: evaluatorId, values, link: `/my-evaluations/${_id}` },
  ]);
}

/** Starts the export of a subject's report; throws NOT_FOUND when the cycle or the subject in it is missing. */
export async function startReportExport({ cycleId, subjectId }: ExportReportRequest): Promise<Job> {
  await findCycle(cycleId);
  await findEvaluated(cycleId, subjectId);
  return enqueue('insight.export-report', { cycleId, subjectId });
}
