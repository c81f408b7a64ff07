import { EmailSettingsModel } from '../../shared/comms/email-settings.model';
import { PLATFORM_SCOPE } from '../../shared/kernel/context';
import { withinTenant } from '../factories/tenant';

/** After the file's tests the platform has no mail server of its own, as before: the next file shares the database. */
export function leaveNoPlatformMail(): void {
  afterAll(async () => {
    await withinTenant(PLATFORM_SCOPE, async () => EmailSettingsModel.deleteMany({}));
  });
}
