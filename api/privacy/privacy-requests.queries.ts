import { anyDeletion } from '../../shared/db/bulk';
import { listRows } from '../../shared/db/list';
import { pickRows } from '../../shared/db/pick';
import { namesById } from '../../shared/db/references';
import { GuestModel } from '../../shared/evaluation/guests/guest.model';
import { now } from '../../shared/kernel/clock';
import { enumerationFilter } from '../../shared/kernel/enumeration';
import { conflict, notFound } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { EmployeeModel } from '../../shared/people/employee.model';
import { UserModel } from '../../shared/platform/accounts/user.model';
import { erasureCounts } from '../../shared/privacy/erasure.store';
import { CONTENT, textAt } from '../../shared/privacy/mention-search.store';
import { findPerson, idsOf } from '../../shared/privacy/person.store';
import { modelOf } from '../../shared/privacy/personal-data';
import { type PrivacyRequest, PrivacyRequestModel } from '../../shared/privacy/privacy-request.model';
import { findRequest } from '../../shared/privacy/privacy-request.store';
import { PrivacyKind, PrivacyStatus } from '../../shared/privacy/privacy-status';
import { type PrivacyText, PrivacyTextModel } from '../../shared/privacy/privacy-text.model';
import { type ReceivedComment, receivedComments } from '../../shared/privacy/received-comments.store';
import type { PageRequest } from '../http/pagination';
import { toHoldView } from './legal-hold.dto';
import {
  type ErasurePreview,
  type PrivacyCommentView,
  type PrivacyMentionView,
  type PrivacyRequestView,
  toCountsView,
  toPrivacyRequestView,
} from './privacy-requests.dto';

export interface PrivacyRequestFilter {
  kind?: string;
  status?: string;
  employeeId?: string;
}

/** Returns one page of requests, newest first; throws VALIDATION on an unknown kind or status. */
export async function listPrivacyRequests(
  { kind, status, employeeId }: PrivacyRequestFilter,
  page: PageRequest,
): Promise<{ items: PrivacyRequestView[]; totalCount: number }> {
  const kindFilter = enumerationFilter(PrivacyKind, kind, 'kind');
  const statusFilter = enumerationFilter(PrivacyStatus, status, 'status');
  const filter = {
    ...(kindFilter === undefined ? {} : { kind: kindFilter }),
    ...(statusFilter === undefined ? {} : { status: statusFilter }),
    ...(employeeId === undefined ? {} : { employeeId }),
  };
  const { rows, totalCount } = await listRows(PrivacyRequestModel, filter, { createdAt: -1 }, page);
  return { items: await toViews(rows), totalCount };
}

/** Throws NOT_FOUND. */
export async function getPrivacyRequest(id: string): Promise<PrivacyRequestView> {
  const [view] = await toViews([await findRequest(id)]);
  if (!view) throw notFound();
  return view;
}

/** Returns requests as the API shows them, with the names of the persons: a query for each kind of person. */
export async function toViews(rows: readonly PrivacyRequest[]): Promise<PrivacyRequestView[]> {
  const employees = await pickRows(
    EmployeeModel.find({
      _id: { $in: rows.flatMap(({ employeeId }) => employeeId ?? []) },
      ...anyDeletion(EmployeeModel),
    }),
    'fullName',
    'legalHold',
  );
  const userOf = await namesById(
    UserModel,
    [...rows.map(({ userId }) => userId), ...employees.map(({ legalHold }) => legalHold?.by ?? null)],
    'fullName',
  );
  const guestOf = await namesById(
    GuestModel,
    rows.flatMap(({ guestId }) => guestId ?? []),
    'name',
  );
  const employeeOf = new Map(employees.map((employee) => [employee._id, employee]));
  return rows.map((row) => {
    const employee = employeeOf.get(row.employeeId ?? '');
    const fullName = employee?.fullName ?? guestOf(row.guestId) ?? userOf(row.userId);
    return toPrivacyRequestView(row, fullName, employee ? toHoldView(employee, now(), userOf) : null);
  });
}

/** Returns what an erasure would do now; throws NOT_FOUND, and CONFLICT for a request of another kind. */
export async function previewErasure(id: string): Promise<ErasurePreview> {
  const request = await requestOfKind(id, PrivacyKind.Erasure);
  const mentions = await PrivacyTextModel.countDocuments({ requestId: id });
  const counts = request.counts ?? (await erasureCounts(await findPerson(request.employeeId ?? '')));
  return { ...toCountsView(counts), mentions };
}

/** Returns one page of the comments that others wrote about the person; throws NOT_FOUND, CONFLICT while it is collecting. */
export async function listComments(
  id: string,
  { page, pageSize }: PageRequest,
): Promise<{ items: PrivacyCommentView[]; totalCount: number }> {
  const request = await requestOfKind(id, PrivacyKind.Access);
  const comments = request.employeeId === null ? [] : await commentsAbout(id, request.employeeId);
  const decisions = new Map(
    (await PrivacyTextModel.find({ requestId: id }).lean<PrivacyText[]>()).map((row) => [row._id, row]),
  );
  const decided = comments.filter((comment) => decisions.has(comment.id));
  const items = decided.slice((page - 1) * pageSize, page * pageSize).map((comment) => {
    const { decision, reason } = decisions.get(comment.id) ?? { decision: null, reason: null };
    const { id: commentId, cycle, item, evaluatorType, text } = comment;
    return {
      id: commentId,
      cycle,
      item,
      evaluatorType,
      text,
      decision: decision as PrivacyCommentView['decision'],
      reason,
    };
  });
  return { items, totalCount: decided.length };
}

async function commentsAbout(requestId: string, employeeId: string): Promise<ReceivedComment[]> {
  return receivedComments(requestId, idsOf(await findPerson(employeeId), { names: 'employee' }));
}

/**
 * Returns one page of the texts that mention the person, with their current content; throws NOT_FOUND, CONFLICT while
 * it is collecting.
 */
export async function listMentions(
  id: string,
  page: PageRequest,
): Promise<{ items: PrivacyMentionView[]; totalCount: number }> {
  await requestOfKind(id, PrivacyKind.Erasure);
  const { rows, totalCount } = await listRows(PrivacyTextModel, { requestId: id }, { source: 1 }, page);
  const texts = await textsOfRows(rows);
  const items = rows.map((row) => ({
    id: row._id,
    where: `${row.source}: ${row.path}`,
    text: texts(row),
    decision: row.decision as PrivacyMentionView['decision'],
  }));
  return { items, totalCount };
}

/** Reads the texts of a page; one query for each kind of row. */
async function textsOfRows(places: readonly PrivacyText[]): Promise<(place: PrivacyText) => string> {
  const rows = new Map<string, object>();
  for (const source of new Set(places.map((place) => place.source))) {
    const model = modelOf(source);
    const ids = places.filter((place) => place.source === source).map(({ rowId }) => rowId);
    const found = await model.find({ _id: { $in: ids }, ...anyDeletion(model) }).lean<{ _id: string }[]>();
    for (const row of found) rows.set(row._id, row);
  }
  return ({ rowId, path }) => {
    const row = rows.get(rowId);
    return (row && textAt(row, path === CONTENT ? 'name' : path)) ?? '';
  };
}

/** Returns a request of this kind; throws NOT_FOUND and CONFLICT. */
export async function requestOfKind(id: string, kind: PrivacyKind): Promise<PrivacyRequest> {
  const request = await findRequest(id);
  if (request.kind !== kind) throw conflict(refusal('WRONG_KIND_OF_REQUEST', { kind: kind.toLowerCase() }));
  if (request.status === PrivacyStatus.Collecting) throw conflict(refusal('DATA_STILL_COLLECTED'));
  return request;
}

/** Returns a request that has a file; throws NOT_FOUND. */
export async function findDownload(id: string): Promise<PrivacyRequest> {
  const request = await findRequest(id);
  if (request.fileId === null) throw notFound();
  return request;
}
