import { listRows } from '../../shared/db/list';
import { namesById } from '../../shared/db/references';
import { notFound } from '../../shared/kernel/errors';
import { UserModel } from '../../shared/platform/accounts/user.model';
import { type ApiKey, ApiKeyModel } from '../../shared/platform/api-key.model';
import type { PageRequest } from '../http/pagination';
import { type ApiKeyView, toApiKeyView } from './api-keys.dto';

/** Returns one page of the tenant's keys, including revoked ones, newest first. */
export async function listApiKeys(page: PageRequest): Promise<{ items: ApiKeyView[]; totalCount: number }> {
  const { rows, totalCount } = await listRows(ApiKeyModel, {}, { createdAt: -1 }, page);
  return { items: await toViews(rows), totalCount };
}

/** One key, without its text; throws NOT_FOUND. */
export async function getApiKey(id: string): Promise<ApiKeyView> {
  const row = await ApiKeyModel.findById(id).lean<ApiKey>();
  const [view] = row ? await toViews([row]) : [];
  if (!view) throw notFound();
  return view;
}

async function toViews(rows: readonly ApiKey[]): Promise<ApiKeyView[]> {
  const creator = await namesById(
    UserModel,
    rows.map((row) => row.createdBy),
    'fullName',
  );
  return rows.map((row) => toApiKeyView(row, creator(row.createdBy)));
}
