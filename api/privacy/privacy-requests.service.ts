import type { Readable } from 'node:stream';
import { pickRow } from '../../shared/db/pick';
import { inTransaction } from '../../shared/db/transaction';
import { GuestModel } from '../../shared/evaluation/guests/guest.model';
import { openFile } from '../../shared/infra/files';
import type { StoredFile } from '../../shared/infra/stored-file.model';
import { enqueueStored, storeJob } from '../../shared/jobs/enqueue';
import { type Job, JobModel, JobStatus } from '../../shared/jobs/job.model';
import { now, toInstant } from '../../shared/kernel/clock';
import { actor } from '../../shared/kernel/context';
import { AppError, assertValid, conflict, invalid, notFound } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { findPerson } from '../../shared/privacy/person.store';
import { type PrivacyRequest, PrivacyRequestModel } from '../../shared/privacy/privacy-request.model';
import {
  assertErasable,
  extendedDueDate,
  findRequest,
  type NewRequest,
  recordRequest,
  storeRequest,
} from '../../shared/privacy/privacy-request.store';
import { OPEN_STATUSES, PrivacyKind, PrivacyStatus, TextDecision } from '../../shared/privacy/privacy-status';
import { PrivacyTextModel } from '../../shared/privacy/privacy-text.model';
import { notifyAdmins } from '../../shared/privacy/reminders.store';
import {
  type CompletePrivacyRequest,
  type CreatePrivacyRequest,
  type DecideComment,
  type DecideMention,
} from './privacy-requests.dto';
import { requestOfKind } from './privacy-requests.queries';

/**
 * Creates a request and returns its id; a job collects what has to be decided. Throws VALIDATION for an unknown
 * employee or guest, and CONFLICT while one of the same kind is open, and for an erasure that is not allowed.
 */
export async function createPrivacyRequest(input: CreatePrivacyRequest): Promise<string> {
  const { employeeId, guestId, kind } = input;
  const note = input.note?.trim() || null;
  if (guestId !== undefined) {
    await assertMayCopyGuest(input, guestId);
    return open({ employeeId: null, guestId, userId: null, kind, note });
  }
  if (employeeId === undefined) throw invalid({ field: 'employeeId', ...refusal('REQUIRED') });
  const person = await findPerson(employeeId).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
    throw invalid({ field: 'employeeId', ...refusal('DOES_NOT_EXIST') });
  });
  if (kind === PrivacyKind.Erasure) await assertErasable(person);
  else if (person.employee?.erasedAt) throw conflict(refusal('PERSON_ALREADY_ERASED'));
  return open({ employeeId, userId: null, kind, note });
}

/** Throws VALIDATION unless a request names a guest alone, for a copy, and CONFLICT for an erased one. */
async function assertMayCopyGuest({ employeeId, kind }: CreatePrivacyRequest, guestId: string): Promise<void> {
  assertValid([
    ...(employeeId === undefined ? [] : [{ field: 'employeeId', ...refusal('MUST_BE_OMITTED_WITH_GUEST') }]),
    ...(kind === PrivacyKind.Access ? [] : [{ field: 'kind', ...refusal('GUEST_MUST_BE_COPIED') }]),
  ]);
  const guest = await pickRow(GuestModel.findById(guestId), 'erasedAt');
  if (!guest) throw invalid({ field: 'guestId', ...refusal('DOES_NOT_EXIST') });
  if (guest.erasedAt) throw conflict(refusal('PERSON_ALREADY_ERASED'));
}

/**
 * Creates a request for the data of the user, notifies the TenantAdmins and returns its id; throws CONFLICT while one is open.
 */
export async function requestOwnData(): Promise<string> {
  const { userId, employeeId } = actor();
  const id = await open({ employeeId, userId, kind: PrivacyKind.Access, note: null });
  const { dueAt } = await findRequest(id);
  await notifyAdmins('privacy-requested', `privacy-requested:${id}`, id, {
    endDate: dueAt.toISOString().slice(0, 10),
  });
  return id;
}

async function open(values: NewRequest): Promise<string> {
  const { request, job } = await inTransaction(() => storeRequest(values));
  await enqueueStored(job);
  return request._id;
}

/** Extends the due date of a request by two months, once; throws NOT_FOUND, CONFLICT. */
export async function extendPrivacyRequest(id: string, reason: string): Promise<void> {
  await inTransaction(async () => {
    const request = await openRequest(id);
    if (request.extendedAt) throw conflict(refusal('REQUEST_ALREADY_EXTENDED'));
    const dueAt = extendedDueDate(request);
    await PrivacyRequestModel.updateOne(
      { _id: id, extendedAt: null },
      { $set: { dueAt, extendedAt: now(), reason: reason.trim() } },
    );
    const due = { field: 'dueAt', before: toInstant(request.dueAt), after: toInstant(dueAt) };
    await recordRequest('privacy.extended', id, [due, { field: 'reason', before: null, after: reason.trim() }]);
  });
}

/** Cancels a request whose data is not being written or erased; throws NOT_FOUND, CONFLICT. */
export async function cancelPrivacyRequest(id: string, reason: string): Promise<void> {
  await inTransaction(async () => {
    const { status } = await openRequest(id);
    if (status === PrivacyStatus.Completing) throw conflict(refusal('REQUEST_BEING_COMPLETED'));
    await PrivacyRequestModel.updateOne(
      { _id: id, status },
      { $set: { status: PrivacyStatus.Cancelled, openFor: null, reason: reason.trim() } },
    );
    await recordRequest('privacy.cancelled', id, [{ field: 'reason', before: null, after: reason.trim() }]);
  });
}

async function openRequest(id: string): Promise<PrivacyRequest> {
  const request = await findRequest(id);
  if (!OPEN_STATUSES.includes(request.status))
    throw conflict(refusal('REQUEST_HAS_STATUS', { status: request.status }), { status: request.status });
  return request;
}

/**
 * Starts the last step of a request in Review, and returns its job. Throws NOT_FOUND; VALIDATION when `confirm` is not the full
 * name of the person to be erased; CONFLICT in another status, with undecided texts, and when the erasure is no longer allowed.
 */
export async function completePrivacyRequest(id: string, { confirm }: CompletePrivacyRequest): Promise<Job> {
  const request = await findRequest(id);
  if (request.kind === PrivacyKind.Erasure) await assertConfirmed(request, confirm);
  const job = await inTransaction(async () => {
    const found = await openRequest(id);
    await assertReviewed(found);
    const undecided = await PrivacyTextModel.countDocuments({ requestId: id, decision: null });
    if (undecided > 0) throw conflict(refusal('TEXTS_UNDECIDED', { count: undecided }), { undecided });
    const type = found.kind === PrivacyKind.Erasure ? 'privacy.erase' : 'privacy.complete-access';
    const stored = await storeJob(type, { requestId: id });
    await PrivacyRequestModel.updateOne(
      { _id: id, status: found.status },
      { $set: { status: PrivacyStatus.Completing, jobId: stored._id } },
    );
    return stored;
  });
  await enqueueStored(job);
  return job;
}

async function assertConfirmed({ employeeId }: PrivacyRequest, confirm: string | undefined): Promise<void> {
  const person = await findPerson(employeeId ?? '');
  await assertErasable(person);
  if (confirm?.trim() !== person.employee?.fullName)
    throw invalid({ field: 'confirm', ...refusal('NOT_THE_FULL_NAME') });
}

/** A step whose job was dead-lettered can be started again. */
async function assertReviewed({ status, jobId }: PrivacyRequest): Promise<void> {
  if (status === PrivacyStatus.Review) return;
  if (status === PrivacyStatus.Completing && (await JobModel.exists({ _id: jobId ?? '', status: JobStatus.Failed })))
    return;
  throw conflict(refusal('REQUEST_HAS_STATUS', { status }), { status });
}

/** Sets whether an access file shows a comment; throws NOT_FOUND, VALIDATION without a reason to withhold, CONFLICT. */
export async function decideComment(id: string, commentId: string, body: DecideComment): Promise<void> {
  const reason = body.reason?.trim() || null;
  if (body.decision === 'Withhold' && reason === null)
    throw invalid({ field: 'reason', ...refusal('REQUIRED_TO_WITHHOLD') });
  await decide(id, PrivacyKind.Access, commentId, {
    decision: TextDecision[body.decision],
    reason: body.decision === 'Withhold' ? reason : null,
  });
}

/** Sets whether a text that mentions the person is redacted; throws NOT_FOUND, CONFLICT. */
export async function decideMention(id: string, mentionId: string, { decision }: DecideMention): Promise<void> {
  await decide(id, PrivacyKind.Erasure, mentionId, { decision: TextDecision[decision], reason: null });
}

async function decide(
  id: string,
  kind: PrivacyKind,
  textId: string,
  values: { decision: TextDecision; reason: string | null },
): Promise<void> {
  await inTransaction(async () => {
    const { status } = await requestOfKind(id, kind);
    const before = await PrivacyTextModel.findOne({ _id: textId, requestId: id }).lean();
    if (!before) throw notFound();
    if (status !== PrivacyStatus.Review) throw conflict(refusal('REQUEST_HAS_STATUS', { status }), { status });
    await PrivacyTextModel.updateOne({ _id: textId }, { $set: values });
    const change = { field: 'decision', before: before.decision, after: values.decision };
    await recordRequest('privacy.decided', id, [change]);
  });
}

/**
 * Opens the file of a completed request and records that in the audit log. Throws NOT_FOUND before completion, and
 * after 30 days.
 */
export async function openRequestFile(request: PrivacyRequest): Promise<{ file: StoredFile; bytes: Readable }> {
  if (request.fileId === null) throw notFound();
  const opened = await openFile(request.fileId);
  await inTransaction(() => recordRequest('privacy.downloaded', request._id));
  return opened;
}
