import type { Config } from '../../shared/kernel/config';
import { PLATFORM_SCOPE, runInContext } from '../../shared/kernel/context';
import { normalizeEmail } from '../../shared/kernel/email';
import { newId } from '../../shared/kernel/ids';
import { logger } from '../../shared/kernel/logger';
import { Role } from '../../shared/kernel/permissions';
import { isDuplicate } from '../../shared/db/bulk';
import { CredentialModel } from '../../shared/platform/credential.model';
import { hashPassword } from '../../shared/platform/passwords';
import { UserModel } from '../../shared/platform/user.model';

/** Creates the SystemAdmin from the configuration when there is none (decisions 4). */
export async function ensureSystemAdmin(
  settings: Pick<Config, 'BOOTSTRAP_ADMIN_EMAIL' | 'BOOTSTRAP_ADMIN_PASSWORD'>,
): Promise<void> {
  const { BOOTSTRAP_ADMIN_EMAIL: email, BOOTSTRAP_ADMIN_PASSWORD: password } = settings;
  if (!email || !password) return;
  await runInContext({ requestId: newId(), tenantId: PLATFORM_SCOPE, actor: null }, async () => {
    if (await UserModel.exists({ roles: Role.SystemAdmin })) return;
    const id = newId();
    try {
      await CredentialModel.create({ _id: id, passwordHash: await hashPassword(password) });
      await UserModel.create({
        _id: id,
        email: normalizeEmail(email),
        fullName: 'System administrator',
        roles: [Role.SystemAdmin, Role.User],
      });
      logger.info('the SystemAdmin was created', { email });
    } catch (error) {
      if (!isDuplicate(error)) throw error; // another process was faster
    }
  });
}
