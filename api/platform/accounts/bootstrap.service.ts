import { isDuplicate } from '../../../shared/db/bulk';
import { inTransaction } from '../../../shared/db/transaction';
import type { Config } from '../../../shared/kernel/config';
import { PLATFORM_SCOPE, runInContext } from '../../../shared/kernel/context';
import { newId } from '../../../shared/kernel/ids';
import { logger } from '../../../shared/kernel/logger';
import { Role } from '../../../shared/kernel/permissions';
import { StartProblem } from '../../../shared/kernel/start-problem';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { hashPassword } from '../../../shared/platform/passwords/passwords';
import { MIN_PASSWORD_LENGTH, validatePassword } from '../passwords/password.rules';
import { createAccount } from './account.store';

/**
 * Creates the SystemAdmin from the configuration when there is none, or logs how to make one. Throws a StartProblem that says what to set when the
 * password is not usable.
 */
export async function ensureSystemAdmin(
  settings: Pick<Config, 'BOOTSTRAP_ADMIN_EMAIL' | 'BOOTSTRAP_ADMIN_PASSWORD'>,
): Promise<void> {
  const { BOOTSTRAP_ADMIN_EMAIL: email, BOOTSTRAP_ADMIN_PASSWORD: password } = settings;
  await runInContext({ requestId: newId(), tenantId: PLATFORM_SCOPE, actor: null }, async () => {
    if (await UserModel.exists({ roles: Role.SystemAdmin })) return;
    if (!email || !password) {
      logger.warn(
        'No SystemAdmin exists, so no one can administer the platform: set BOOTSTRAP_ADMIN_EMAIL and BOOTSTRAP_ADMIN_PASSWORD and start again.',
      );
      return;
    }
    const [problem] = validatePassword(password, { minLength: MIN_PASSWORD_LENGTH, email });
    if (problem) throw new StartProblem(`BOOTSTRAP_ADMIN_PASSWORD ${problem.message}.`);
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
