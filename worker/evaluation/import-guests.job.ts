import { allRows } from '../../shared/db/batches';
import type { NewRow } from '../../shared/db/bulk';
import { pickRows } from '../../shared/db/pick';
import { answersAreWritable } from '../../shared/evaluation/cycles/cycle-status';
import { assertOpenToParticipants, findCycle, holdCycle } from '../../shared/evaluation/cycles/cycle.store';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { GUEST_CSV_COLUMNS } from '../../shared/evaluation/guests/guest-csv.rules';
import { type Guest, GuestModel } from '../../shared/evaluation/guests/guest.model';
import { evaluatorLoads } from '../../shared/evaluation/nominations/evaluator-loads.store';
import { fullEvaluator, isFull } from '../../shared/evaluation/nominations/nomination.rules';
import { ParticipantModel, ParticipantOrigin } from '../../shared/evaluation/participants/participant.model';
import { COUNTED_SUBJECTS } from '../../shared/evaluation/participants/participation.store';
import { withdrawLeavers } from '../../shared/evaluation/participants/presence.store';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { CsvRow } from '../../shared/infra/csv';
import { enqueueStored, storeJob } from '../../shared/jobs/enqueue';
import { importedRowId, quoteProblems, summaryOf } from '../../shared/jobs/import-report';
import { storeImportReport } from '../../shared/jobs/import-report.store';
import type { ImportSummary } from '../../shared/jobs/import-result';
import { normalizeEmail } from '../../shared/kernel/email';
import { derivedId } from '../../shared/kernel/ids';
import { EmployeeModel } from '../../shared/people/employee.model';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { CALCULATING, defineJob, type Run } from '../define-job';
import { insertRows } from '../insert-rows';
import { recordJob } from '../job-audit';
import { readImport } from '../read-import';
import { type GuestImportPlan, planGuestImport, type PlannedGuest } from './guest-import.rules';
import { insertParticipants, newParticipant } from './participant-rows';

/** Most emails that one query compares. */
const ASK_AT_ONCE = 1_000;

/**
 * Adds the guests of an uploaded file to a cycle, and starts the one job that emails them while the cycle takes answers. Ids are
 * derived from job and row: a repeated run continues an interrupted one and ends with the same rows and report.
 */
export const importGuests = defineJob({
  name: 'evaluation.import-guests',
  retry: CALCULATING,
  onFailed: null,
  run: runImport,
});

async function runImport(run: Run<'evaluation.import-guests'>): Promise<ImportSummary> {
  const { cycleId, fileId, dryRun } = run.payload;
  const file = await readImport(fileId, GUEST_CSV_COLUMNS);
  const rows: CsvRow[] = [];
  for await (const row of file.rows) rows.push(row);
  await run.progress(0, rows.length);
  const { report, creations } = await plan(run, rows);
  if (!dryRun && creations.length > 0) await write(run, cycleId, creations);
  quoteProblems(report, new Map(rows.map(({ row, written }) => [row, written])));
  run.atEnd(() => storeImportReport(run.jobId, report));
  const summary = summaryOf(report, dryRun);
  const { created, skipped, errors } = summary;
  if (!dryRun)
    recordJob(run, 'guest.invited', { entityType: AuditEntity.Cycle, entityId: cycleId }, { created, skipped, errors });
  return { ...summary, headings: file.headings };
}

/** Reads all inputs at the start, so that no row needs a query. */
async function plan(run: Run<'evaluation.import-guests'>, rows: readonly CsvRow[]): Promise<GuestImportPlan> {
  const { cycleId } = run.payload;
  const cycle = await findCycle(cycleId);
  assertOpenToParticipants(cycle);
  const [evaluations, employeeEmails, guests, loadOf] = await Promise.all([
    allRows(EvaluationModel, { cycleId, ...COUNTED_SUBJECTS }, ['subjectId', 'subject']),
    employeesAmong(rows.map(({ cells }) => normalizeEmail(cells['email'] ?? ''))),
    allRows(GuestModel, { cycleId }, ['_id', 'email', 'withdrawnAt']),
    evaluatorLoads(cycleId),
  ]);
  const participants = await allRows(ParticipantModel, { cycleId, evaluatorType: EvaluatorType.Stakeholder }, [
    '_id',
    'subjectId',
    'evaluatorId',
  ]);
  return planGuestImport({
    rows,
    subjects: evaluations.map(({ subjectId, subject: { fullName, email, employeeCode } }) => {
      return { id: subjectId, fullName, email, employeeCode };
    }),
    employeeEmails,
    guests: guests.flatMap(({ _id, email, withdrawnAt }) =>
      email === null ? [] : [{ id: _id, email, isWithdrawn: withdrawnAt !== null }],
    ),
    roles: new Map(participants.map(({ _id, subjectId, evaluatorId }) => [`${subjectId} ${evaluatorId}`, _id])),
    loadOf,
    isFull: (load) => isFull(load, cycle.settings),
    full: fullEvaluator(cycle.settings),
    idOf: (row) => importedRowId(run.jobId, row),
    guestIdOf: (email) => derivedId('guest', run.jobId, email),
  });
}

async function employeesAmong(emails: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let start = 0; start < emails.length; start += ASK_AT_ONCE) {
    const some = { email: { $in: emails.slice(start, start + ASK_AT_ONCE) } };
    for (const { email } of await pickRows(EmployeeModel.find(some), 'email')) found.add(email);
  }
  return found;
}

async function write(
  run: Run<'evaluation.import-guests'>,
  cycleId: string,
  creations: readonly PlannedGuest[],
): Promise<void> {
  const fresh = creations.filter(({ guest }) => guest.isNew);
  const invitedBy = run.requestedBy;
  const total = fresh.length + creations.length;
  await insertRows<Guest>(
    run,
    GuestModel,
    fresh.map(({ guest: { id, email, name } }): NewRow<Guest> => {
      const state = { locale: null, generation: 1, openedAt: null, withdrawnAt: null, erasedAt: null };
      return { _id: id, cycleId, email, name, invitedBy, ...state };
    }),
    { total },
  );
  const rows = creations.map(({ participantId, subjectId, guest: { id: evaluatorId } }) => {
    const role = { cycleId, subjectId, evaluatorId, evaluatorType: EvaluatorType.Stakeholder };
    return newParticipant({ _id: participantId, ...role, origin: ParticipantOrigin.Manual });
  });
  await insertParticipants(run, cycleId, EvaluatorType.Stakeholder, rows, {
    before: fresh.length,
    total,
    // A cycle that closes during the import takes no more evaluators.
    allowed: async (some) => {
      assertOpenToParticipants(await holdCycle(cycleId));
      return some;
    },
  });
  await run.write(() => withdrawLeavers(cycleId));
  if (!answersAreWritable((await findCycle(cycleId)).status)) return;
  const guestIds = [...new Set(creations.map(({ guest }) => guest.id))];
  const mail = { cycleId, guestIds, triggerId: derivedId('guests', run.jobId) };
  await enqueueStored(await run.write(() => storeJob('evaluation.invite-guests', mail)));
}
