import { listRows } from '../../shared/db/list';
import { actor } from '../../shared/kernel/context';
import { notFound } from '../../shared/kernel/errors';
import { type PrivacyRequest, PrivacyRequestModel } from '../../shared/privacy/privacy-request.model';
import { PrivacyKind } from '../../shared/privacy/privacy-status';
import type { PageRequest } from '../http/pagination';
import type { PrivacyRequestView } from './privacy-requests.dto';
import { toViews } from './privacy-requests.queries';

/** Returns one page of the user's access requests, newest first. */
export async function listOwnRequests(page: PageRequest): Promise<{ items: PrivacyRequestView[]; totalCount: number }> {
  const { rows, totalCount } = await listRows(PrivacyRequestModel, ownRequests(), { createdAt: -1 }, page);
  return { items: (await toViews(rows)).map(withoutHold), totalCount };
}

/** Returns one of them; throws NOT_FOUND. */
export async function getOwnRequest(id: string): Promise<PrivacyRequestView> {
  const [view] = await toViews([await ownRequest(id)]);
  if (!view) throw notFound();
  return withoutHold(view);
}

/** Returns one of them that has a file; throws NOT_FOUND. */
export async function findOwnDownload(id: string): Promise<PrivacyRequest> {
  const request = await ownRequest(id);
  if (request.fileId === null) throw notFound();
  return request;
}

async function ownRequest(id: string): Promise<PrivacyRequest> {
  const row = await PrivacyRequestModel.findOne({ ...ownRequests(), _id: id }).lean<PrivacyRequest>();
  if (!row) throw notFound();
  return row;
}

/** Excludes requests that TenantAdmins made about the user. */
const ownRequests = () => ({ userId: actor().userId, kind: PrivacyKind.Access });

const withoutHold = (view: PrivacyRequestView): PrivacyRequestView => ({ ...view, legalHold: null, note: null });
