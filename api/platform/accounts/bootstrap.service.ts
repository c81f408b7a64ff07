import { isDuplicate } from '../../../shared/db/bulk';
import { inTransaction } from '../../../shared/db/transaction';
import type { Config } from '../../../shared/kernel/config';
import { PLATFORM_SCOPE, runInContext } from '../../../shared/kernel/context';
import { newId } from '../../../shared/kernel/ids';
import { logger } from '../../../shared/kernel/logger';
import { Role } from '../../../shared/kernel/permissions';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { hashPassword } from '../../../shared/platform/passwords/passwords';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../passwords/password.rules';
import { createAccount } from './account.store';

/**
 * Creates the SystemAdmin from the configuration when there is none. Throws an Error that says what to set when the
 * password is not usable.
 */
export async function ensureSystemAdmin(
  settings: Pick<Config, 'BOOTSTRAP_ADMIN_EMAIL' | 'BOOTSTRAP_ADMIN_PASSWORD'>,
): Promise<void> {
  const { BOOTSTRAP_ADMIN_EMAIL: email, BOOTSTRAP_ADMIN_PASSWORD: password } = settings;
  if (!email || !password) return;
  await runInContext({ requestId: newId(), tenantId: PLATFORM_SCOPE, actor: null }, async () => {
    if (await UserModel.exists({ roles: Role.SystemAdmin })) return;
    if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH)
      throw new Error(`Set BOOTSTRAP_ADMIN_PASSWORD to ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`);
    const passwordHash = await hashPassword(password);
    try {
      await inTransaction(() =>
        createAccount({ email, fullName: 'System administrator', roles: [Role.SystemAdmin], passwordHash }),
      );
      logger.info('the SystemAdmin was created');
    } catch (error) {
      if (!isDuplicate(error)) throw error; // another process has created it
    }
  });
}
