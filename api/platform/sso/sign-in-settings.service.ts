import { pickRow } from '../../../shared/db/pick';
import { inTransaction } from '../../../shared/db/transaction';
import { actor, tenantId } from '../../../shared/kernel/context';
import { asciiDomain } from '../../../shared/kernel/email';
import { encrypt } from '../../../shared/kernel/encryption';
import { assertValid, conflict, invalid } from '../../../shared/kernel/errors';
import { type FieldRefusal, refusal } from '../../../shared/kernel/refusals/refusal';
import { assertPasswordHolder } from '../../../shared/platform/accounts/password-holder.store';
import { auditChanges } from '../../../shared/platform/audit/audit-chain';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { allowsLoopback, leadsToPrivate } from '../../../shared/platform/public-fetch';
import { SessionModel } from '../../../shared/platform/session.model';
import { isEmailDomain, isSameIssuer, validateIssuer } from '../../../shared/platform/sso/issuer.rules';
import {
  clientSecretPurpose,
  type SignInSettings,
  SignInSettingsModel,
  type SsoProvider,
} from '../../../shared/platform/sso/sign-in-settings.model';
import { assertRevision, type ExpectedRevision } from '../../db/expected-revision';
import { forgetSessions } from '../sign-in/session-state';
import { endPasswordSessions, leaveFormerProvider } from './provider-change.store';
import { isOpenedAt } from './session-provider.rules';
import type { SignInPolicy } from './sign-in-policy.rules';
import { shownSignInRevision, type UpdateSignInSettings, type UpdateSso } from './sign-in-settings.dto';

/**
 * Saves how users of the organization sign in: omitted fields keep their values, a `sso` of null ends single sign-on.
 * Throws VALIDATION, PRECONDITION_FAILED, CONFLICT.
 */
export async function updateSignInSettings(input: UpdateSignInSettings, expected?: ExpectedRevision): Promise<void> {
  const scope = tenantId();
  const { sso: given, ...policy } = input;
  if (given?.issuer !== undefined) await assertIssuer(given.issuer);
  await inTransaction(async () => {
    const row = (await SignInSettingsModel.findById(scope)) ?? new SignInSettingsModel({ _id: scope });
    assertRevision(row.isNew ? 0 : shownSignInRevision(row), expected);
    const before = row.toObject<SignInSettings>();
    row.set(policy);
    if (given !== undefined) row.sso = given && merged(before.sso, given, scope);
    const after = row.toObject<SignInSettings>();
    const isSame = before.sso?.isRequired && after.sso && !isOther(before.sso, after.sso);
    if (after.sso?.isRequired && !isSame) await assertMayRequire(after.sso);
    await row.save();
    if (before.sso && (!after.sso || isOther(before.sso, after.sso))) await leaveFormerProvider();
    if (after.sso?.isRequired && !isSame) await endPasswordSessions();
    const changes = auditChanges(shown(before), shown(after), AUDITED);
    // The entry says that the secret changed, never the secret.
    if (given?.clientSecret !== undefined) changes.push({ field: 'clientSecretSet', before: null, after: true });
    await recordAudit('sign-in-settings.updated', { entityType: AuditEntity.Settings, entityId: scope, changes });
  });
  forgetSessions();
}

const AUDITED = [
  ...(['issuer', 'clientId', 'emailDomains', 'trustsEmail', 'isRequired'] as const),
  ...(['twoFactor', 'sessionIdleMinutes', 'sessionDays'] as const),
];

function shown({
  sso,
  twoFactor,
  sessionIdleMinutes,
  sessionDays,
}: SignInSettings): Partial<SsoProvider & SignInPolicy> {
  return { ...sso, twoFactor, sessionIdleMinutes, sessionDays };
}

function isOther(before: SsoProvider, after: SsoProvider): boolean {
  return !isSameIssuer(before.issuer, after.issuer) || before.clientId !== after.clientId;
}

async function assertIssuer(issuer: string): Promise<void> {
  const field = 'sso.issuer';
  const problem = validateIssuer(issuer, allowsLoopback());
  if (problem !== null) throw invalid({ field, ...problem });
  if (await leadsToPrivate(new URL(issuer))) throw invalid({ field, ...refusal('MUST_HAVE_PUBLIC_ADDRESS') });
}

/** Returns the provider as stored; throws VALIDATION. */
function merged(before: SsoProvider | null, input: UpdateSso, scope: string): SsoProvider {
  const { clientSecret, ...given } = input;
  const emailDomains = (given.emailDomains ?? before?.emailDomains ?? []).map((domain) =>
    asciiDomain(domain.trim().toLowerCase()),
  );
  const { issuer, clientId } = { ...before, ...given };
  assertValid([
    ...missing('issuer', issuer),
    ...missing('clientId', clientId),
    ...(emailDomains.every(isEmailDomain) ? [] : [{ field: 'sso.emailDomains', ...refusal('MUST_BE_DOMAINS') }]),
  ]);
  const after = {
    issuer: issuer ?? '',
    clientId: clientId ?? '',
    emailDomains: [...new Set(emailDomains)],
    trustsEmail: given.trustsEmail ?? before?.trustsEmail ?? false,
    isRequired: given.isRequired ?? before?.isRequired ?? false,
  };
  const sealed = before && !isOther(before, { ...before, ...after }) ? before.sealedClientSecret : null;
  const sealedClientSecret = clientSecret === undefined ? sealed : encrypt(clientSecret, clientSecretPurpose(scope));
  if (sealedClientSecret === null)
    throw invalid({ field: 'sso.clientSecret', ...refusal('MUST_BE_SENT_WITH_NEW_ISSUER_OR_CLIENT') });
  return { ...after, sealedClientSecret };
}

const missing = (field: string, value: string | undefined): FieldRefusal[] =>
  value === undefined ? [{ field: `sso.${field}`, ...refusal('REQUIRED') }] : [];

/** Throws CONFLICT unless the provider has been used successfully, and a TenantAdmin can sign in without it. */
async function assertMayRequire(sso: SsoProvider): Promise<void> {
  const session = await pickRow(SessionModel.findById(actor().sessionId), 'sso');
  if (!session || !isOpenedAt(sso, session)) throw conflict(refusal('SIGN_IN_BY_PROVIDER_FIRST'));
  await assertPasswordHolder(null);
}
