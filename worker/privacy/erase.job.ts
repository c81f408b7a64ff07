import { removeFromOutbox } from '../../shared/comms/mail/outbox';
import { bulkInsert } from '../../shared/db/bulk';
import { pickRows } from '../../shared/db/pick';
import type { CompletedResult } from '../../shared/jobs/privacy-result';
import { now } from '../../shared/kernel/clock';
import { AppError, conflict } from '../../shared/kernel/errors';
import { derivedId } from '../../shared/kernel/ids';
import { refusal } from '../../shared/kernel/refusals/refusal';
import type { Employee } from '../../shared/people/employee.model';
import {
  emptyEmployee,
  type ErasureRecord,
  readErasureRecord,
  recordErasure,
} from '../../shared/privacy/erased-employee.store';
import { type Erasure, ErasureModel } from '../../shared/privacy/erasure.model';
import { eraseAround, erasureCounts, remainders, type Remainder } from '../../shared/privacy/erasure.store';
import { Mentions, namesOf } from '../../shared/privacy/mention.rules';
import { entriesOf, findPerson, idsOf, type Person, withAccounts } from '../../shared/privacy/person.store';
import {
  type ErasureCounts,
  type PrivacyRequest,
  PrivacyRequestModel,
} from '../../shared/privacy/privacy-request.model';
import { assertErasable, findRequest, recordRequest } from '../../shared/privacy/privacy-request.store';
import { PrivacyStatus, TextDecision } from '../../shared/privacy/privacy-status';
import { PrivacyTextModel } from '../../shared/privacy/privacy-text.model';
import { eraseLateWork } from '../../shared/privacy/written-texts.store';
import { CALCULATING, defineJob, type Run } from '../define-job';
import { mentionRows } from './collect.job';

type EraseRun = Run<'privacy.erase'>;
const MAX_PLACES = 20;

/**
 * Erases a person: first everything around the employee, then a search for remaining mentions, and last the employee's
 * own rows, together with the end of the job. After any interruption the next run still finds the name and continues.
 */
export const erasePerson = defineJob({
  name: 'privacy.erase',
  retry: CALCULATING,
  onFailed: null,
  run: erase,
});

async function erase(run: EraseRun): Promise<CompletedResult> {
  const request = await findRequest(run.payload.requestId);
  if (request.status !== PrivacyStatus.Completing || request.employeeId === null) return { requestId: request._id };
  const found = await findPerson(request.employeeId);
  try {
    const ledger = await begin(run, request, found);
    const person = withAccounts(found, ledger.accountIds);
    const names = namesOf(entriesOf(found), found.accounts);
    const mentions = new Mentions(names, { strict: true });
    const kept = await keptRows(request._id);
    await eraseAround(person, names, {
      redactions: ledger.redactions,
      write: (change) => run.write(change),
      progress: (done, total) => run.progress(done, total),
    });
    const inMails = new Mentions({ ...names, employeeCodes: [] }, { strict: true });
    await removeFromOutbox((text) => inMails.isIn(text));
    const options = { keptRows: kept, limit: MAX_PLACES, write: <T>(change: () => Promise<T>) => run.write(change) };
    await assertNothingRemains(run, request._id, await remainders(person, mentions, options));
    run.atEnd(async () => {
      await eraseLateWork(person);
      await end(run, request, entriesOf(found));
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'CONFLICT') await returnToReview(run, request._id);
    throw error;
  }
  return { requestId: request._id };
}

/**
 * Writes the ledger before anything is deleted; throws CONFLICT when the person may no longer be erased, or there are
 * new texts.
 */
async function begin(run: EraseRun, request: PrivacyRequest, person: Person): Promise<ErasureRecord> {
  const stored = await ErasureModel.findById(request.employeeId).lean<Erasure>();
  await assertErasable(person);
  await assertAllDecided(run, request._id, stored ? [] : await mentionRows(request._id, person));
  const record = await readErasureRecord(request._id, person, stored);
  const counts = request.counts ?? (await allCounts(person, request._id));
  await run.write(async () => {
    await recordErasure(idsOf(person, { names: 'employee' }), record);
    await PrivacyRequestModel.updateOne({ _id: request._id }, { $set: { counts } });
  });
  return record;
}

async function allCounts(person: Person, requestId: string): Promise<ErasureCounts> {
  const counts = await erasureCounts(person);
  const redacted = await PrivacyTextModel.countDocuments({ requestId, decision: TextDecision.Redact });
  const kept = await PrivacyTextModel.countDocuments({ requestId, decision: TextDecision.Keep });
  if (redacted > 0) counts.anonymized.Mention = redacted;
  if (kept > 0) counts.kept.Mention = kept;
  return counts;
}

async function assertAllDecided(
  run: EraseRun,
  requestId: string,
  found: Awaited<ReturnType<typeof mentionRows>>,
): Promise<void> {
  const { inserted } = await bulkInsert(PrivacyTextModel, found, { eachChunk: (insert) => run.write(insert) });
  if (inserted.length > 0) throw conflict(refusal('MENTIONS_WRITTEN_SINCE', { count: inserted.length }));
  const open = await PrivacyTextModel.countDocuments({ requestId, decision: null });
  if (open > 0) throw conflict(refusal('MENTIONS_UNDECIDED', { count: open }));
}

async function keptRows(requestId: string): Promise<Set<string>> {
  const rows = await pickRows(PrivacyTextModel.find({ requestId, decision: TextDecision.Keep }), 'rowId');
  return new Set(rows.map(({ rowId }) => rowId));
}

/** Throws CONFLICT when texts were written since the review; the TenantAdmin has to decide on them. */
async function assertNothingRemains(run: EraseRun, requestId: string, found: readonly Remainder[]): Promise<void> {
  if (found.length === 0) return;
  const texts = found.map(({ source, rowId, path }) => ({
    _id: derivedId('privacy-mention', requestId, source, rowId, path),
    requestId,
    source,
    rowId,
    path,
    decision: null,
    reason: null,
  }));
  await bulkInsert(PrivacyTextModel, texts, { eachChunk: (insert) => run.write(insert) });
  const places = [...new Set(found.map(({ source, path }) => `${source}.${path}`))];
  throw conflict(refusal('PERSON_STILL_FOUND', { places: places.join(', ') }));
}

async function returnToReview(run: EraseRun, requestId: string): Promise<void> {
  await run.write(() =>
    PrivacyRequestModel.updateOne(
      { _id: requestId, status: PrivacyStatus.Completing },
      { $set: { status: PrivacyStatus.Review } },
    ),
  );
}

/** Reduces the employee's rows to stubs and completes the erasure, in the transaction that ends the job. */
async function end(run: EraseRun, request: PrivacyRequest, entries: readonly Employee[]): Promise<void> {
  for (const entry of entries) await emptyEmployee(entry);
  const employeeId = { $in: entries.map(({ _id }) => _id) };
  const requests = await pickRows(PrivacyRequestModel.find({ employeeId }), '_id');
  await PrivacyTextModel.deleteMany({ requestId: { $in: requests.map(({ _id }) => _id) } });
  await PrivacyRequestModel.updateMany(
    { employeeId, openFor: { $ne: null }, _id: { $ne: request._id } },
    { $set: { status: PrivacyStatus.Cancelled, openFor: null } },
  );
  await PrivacyRequestModel.updateOne(
    { _id: request._id },
    { $set: { status: PrivacyStatus.Completed, completedAt: now(), openFor: null } },
  );
  const about = { by: run.requestedBy, id: derivedId('audit', run.jobId) };
  await recordRequest('privacy.completed', request._id, [], about);
}
