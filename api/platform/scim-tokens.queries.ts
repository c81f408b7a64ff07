import { listRows } from '../../shared/db/list';
import { namesById } from '../../shared/db/references';
import { notFound } from '../../shared/kernel/errors';
import { UserModel } from '../../shared/platform/accounts/user.model';
import {
  MAX_LISTED_CALLS,
  type ScimCall,
  type ScimCallList,
  ScimCallModel,
} from '../../shared/platform/scim-call.model';
import { type ScimToken, ScimTokenModel } from '../../shared/platform/scim-token.model';
import type { PageRequest } from '../http/pagination';
import {
  type ScimCallView,
  type ScimTokenDetails,
  type ScimTokenView,
  toScimCallView,
  toScimTokenView,
} from './scim-tokens.dto';

/** Returns one page of the organization's tokens, including revoked ones, newest first. */
export async function listScimTokens(page: PageRequest): Promise<{ items: ScimTokenView[]; totalCount: number }> {
  const { rows, totalCount } = await listRows(ScimTokenModel, {}, { createdAt: -1 }, page);
  return { items: await toViews(rows), totalCount };
}

/** Returns one token without its text, with its latest calls and refusals; throws NOT_FOUND. */
export async function getScimToken(id: string): Promise<ScimTokenDetails> {
  const row = await ScimTokenModel.findById(id).lean<ScimToken>();
  const [view] = row ? await toViews([row]) : [];
  if (!row || !view) throw notFound();
  const [calls, refusals] = [await callsOf(id, 'calls'), await callsOf(id, 'refusals')];
  return { ...view, calls, refusals };
}

async function callsOf(tokenId: string, list: ScimCallList): Promise<ScimCallView[]> {
  const rows = await ScimCallModel.find({ tokenId, list })
    .sort({ sequence: -1 })
    .limit(MAX_LISTED_CALLS)
    .lean<ScimCall[]>();
  return rows.map(toScimCallView);
}

async function toViews(rows: readonly ScimToken[]): Promise<ScimTokenView[]> {
  const creator = await namesById(
    UserModel,
    rows.map((row) => row.createdBy),
    'fullName',
  );
  return rows.map((row) => toScimTokenView(row, creator(row.createdBy)));
}
