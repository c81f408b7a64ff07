import type { Readable } from 'node:stream';
import { openFile } from '../../../shared/infra/files';
import type { StoredFile } from '../../../shared/infra/stored-file.model';
import { inTenant } from '../../../shared/kernel/context';
import { notFound } from '../../../shared/kernel/errors';
import { ssoProvider } from '../../../shared/platform/sso/sso-provider.store';
import { admitsSignIn } from '../../../shared/platform/tenant-status';
import type { Tenant } from '../../../shared/platform/tenant.model';
import { type SignInPageView, toSignInPageView } from './sign-in-page.dto';

/**
 * Returns the organization of a sign-in page. Null means the platform, also for an organization that is unknown or
 * inactive, so that the page reveals only the names of those that users can sign in to.
 */
export function signInOrganization(scope: Tenant | 'platform' | null): Tenant | null {
  return scope !== null && scope !== 'platform' && admitsSignIn(scope.status) ? scope : null;
}

export async function signInPage(scope: Tenant | 'platform' | null): Promise<SignInPageView> {
  const tenant = signInOrganization(scope);
  const sso = tenant && (await inTenant(tenant._id, ssoProvider));
  return toSignInPageView(tenant, sso && { isRequired: sso.isRequired });
}

/** Opens the logo of an organization's sign-in page; throws NOT_FOUND. */
export async function openSignInLogo(tenant: Tenant | null): Promise<{ file: StoredFile; bytes: Readable }> {
  const fileId = tenant?.settings.logoFileId;
  if (!tenant || !fileId) throw notFound();
  return inTenant(tenant._id, () => openFile(fileId));
}
