import { toInstantOrNull } from '../../../shared/kernel/clock';
import type { Role } from '../../../shared/kernel/permissions';
import { OPTIONAL_MAILS, type OptionalMail } from '../../../shared/platform/accounts/optional-mails';
import type { User } from '../../../shared/platform/accounts/user.model';
import type { Tenant } from '../../../shared/platform/tenant.model';
import { resourceFields } from '../../http/resource-fields';
import type { Id, Instant, ResourceFields, ShortText } from '../../http/types';
import type { Password } from '../sign-in/auth.dto';
import type { SessionState } from '../sign-in/session-state';
import type { LocaleTag } from '../tenants/tenants.dto';

/** The settings that a user interface stores with your account, by names of its choice. */
export type Preferences = Record<string, unknown>;

/** Whether you get an email of a kind. */
export interface MailChoice {
  kind: OptionalMail;
  isOn: boolean;
}

/** Your account. */
export interface ProfileView extends ResourceFields {
  /** @example "ana.garcia@example.com" */
  email: string;
  /** @example "Ana García" */
  fullName: string;
  roles: Role[];
  /**
   * Your own language; null means the organization's.
   * @example "es-MX"
   */
  locale: string | null;
  /** The avatar; download it at `/api/my-profile/avatar`. */
  avatarFileId: Id | null;
  employeeId: Id | null;
  /** Full name of the employee that the account belongs to. */
  employee: string | null;
  /**
   * First letters of the employee's first and last name.
   * @example "AG"
   */
  initials: string | null;
  /** Whether employees who have not left report to you directly. */
  hasDirectReports: boolean;
  /** Whether signing in also requires a code of two-factor authentication. */
  twoFactorEnabled: boolean;
  /** Whether the password is temporary: it only allows changing it. */
  mustChangePassword: boolean;
  /**
   * Whether your organization requires two-factor authentication that you have not set up: until then nothing else is allowed.
   */
  mustSetUpTwoFactor: boolean;
  /** Whether the account has a password. */
  hasPassword: boolean;
  lastSignInAt: Instant | null;
  /** The organization; null for accounts of the platform. */
  organization: ProfileOrganization | null;
  /** The emails that you may turn off. Those about your account, and the one that opens a cycle, always come. */
  mails: MailChoice[];
  /** The contents of `/api/my-profile/preferences`. */
  preferences: Preferences;
}

/** Your organization. */
export interface ProfileOrganization {
  id: Id;
  /** @example "Acme" */
  name: string;
  /** @example "acme" */
  slug: string;
  /** @example "en" */
  locale: string;
  /** @example "Europe/Madrid" */
  timezone: string;
  onboardingCompleted: boolean;
  /**
   * The organization's color; null means the platform's.
   * @example "#1f5f8b"
   */
  primaryColor: string | null;
  /** Whether the organization has a logo; download it at `/api/tenant-settings/logo`. */
  hasLogo: boolean;
}

/** The fields of the account's employee that a profile shows. */
export interface AccountEmployee {
  name: string | null;
  initials: string | null;
  hasDirectReports: boolean;
}

/** PUT /api/my-profile. */
export interface UpdateProfile {
  fullName?: ShortText;
  /** Null: the organization's. */
  locale?: LocaleTag | null;
  /**
   * The kinds that you turn on or off; the others stay as they are.
   * @maxItems 50 must have at most 50 items
   */
  mails?: MailChoice[];
}

/** POST /api/my-profile/change-password. */
export interface ChangePassword {
  currentPassword: Password;
  newPassword: Password;
}

export function toProfileView(
  row: User,
  state: SessionState,
  employee: AccountEmployee,
  preferences: Preferences,
): ProfileView {
  const { twoFactorEnabled, mustChangePassword, mustSetUpTwoFactor, hasPassword, lastSignInAt, tenant } = state;
  return {
    ...resourceFields(row),
    email: row.email,
    fullName: row.fullName,
    roles: row.roles,
    locale: row.locale,
    avatarFileId: row.avatarFileId,
    employeeId: row.employeeId,
    employee: employee.name,
    initials: employee.initials,
    hasDirectReports: employee.hasDirectReports,
    twoFactorEnabled,
    mustChangePassword,
    mustSetUpTwoFactor,
    hasPassword,
    lastSignInAt: toInstantOrNull(lastSignInAt),
    organization: tenant && toOrganization(tenant),
    mails: OPTIONAL_MAILS.map((kind) => ({ kind, isOn: !row.mailsOff?.includes(kind) })),
    preferences,
  };
}

function toOrganization({
  _id,
  name,
  slug,
  locale,
  timezone,
  onboardingCompleted,
  settings,
}: Tenant): ProfileOrganization {
  const { primaryColor, logoFileId } = settings;
  return { id: _id, name, slug, locale, timezone, onboardingCompleted, primaryColor, hasLogo: logoFileId !== null };
}
