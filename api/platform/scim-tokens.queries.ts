import { listRows } from '../../shared/db/list';
import { namesById } from '../../shared/db/references';
import { notFound } from '../../shared/kernel/errors';
import { UserModel } from '../../shared/platform/accounts/user.model';
import { type ScimToken, ScimTokenModel } from '../../shared/platform/scim-token.model';
import type { PageRequest } from '../http/pagination';
import { type ScimTokenDetails, type ScimTokenView, toScimCallView, toScimTokenView } from './scim-tokens.dto';

/** One page of the organization's tokens, revoked ones too, the newest first. */
export async function listScimTokens(page: PageRequest): Promise<{ items: ScimTokenView[]; totalCount: number }> {
  const { rows, totalCount } = await listRows(ScimTokenModel, {}, { createdAt: -1 }, page);
  return { items: await toViews(rows), totalCount };
}

/** One token without its text, with its last calls and refusals; throws NOT_FOUND. */
export async function getScimToken(id: string): Promise<ScimTokenDetails> {
  const row = await ScimTokenModel.findById(id).lean<ScimToken>();
  const [view] = row ? await toViews([row]) : [];
  if (!row || !view) throw notFound();
  const newestFirst = (kind: 'calls' | 'refusals') => row[kind].map(toScimCallView).reverse();
  return { ...view, calls: newestFirst('calls'), refusals: newestFirst('refusals') };
}

async function toViews(rows: readonly ScimToken[]): Promise<ScimTokenView[]> {
  const creator = await namesById(
    UserModel,
    rows.map((row) => row.createdBy),
    'fullName',
  );
  return rows.map((row) => toScimTokenView(row, creator(row.createdBy)));
}
