import { CONSOLE_PAGES } from '../../shared/comms/console-pages';
import { DAY_MS, inMs, now, toInstant } from '../../shared/kernel/clock';
import { asSystem, runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';
import { type ApiKey, ApiKeyModel } from '../../shared/platform/api-key.model';
import { notifyAdmins } from './admin-notice';

const NOTICE_MS = 14 * DAY_MS;

/** Notifies TenantAdmins once of each API key that expires within 14 days; returns the number of notifications. */
export async function remindOfEndingKeys(): Promise<number> {
  const ending = await asSystem('API keys of every tenant are about to expire', async () =>
    ApiKeyModel.find({ revokedAt: null, expiresAt: { $gt: now(), $lte: inMs(NOTICE_MS) } }).lean<ApiKey[]>(),
  );
  let sent = 0;
  for (const key of ending)
    sent += await runInContext({ requestId: newId(), tenantId: key.tenantId, actor: null }, () => remind(key));
  return sent;
}

async function remind({ _id, name, expiresAt }: ApiKey): Promise<number> {
  if (expiresAt === null) return 0;
  const values = { key: name, endDate: toInstant(expiresAt).slice(0, 10) };
  const occasion = `api-key-ending:${_id}:${toInstant(expiresAt)}`;
  return notifyAdmins('api-key-ending', occasion, { values, link: CONSOLE_PAGES.apiKeys });
}
