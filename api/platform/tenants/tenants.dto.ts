import type { TenantStatus } from '../../../shared/platform/tenant-status';
import type { Tenant } from '../../../shared/platform/tenant.model';
import { resourceFields } from '../../http/resource-fields';
import type { Email, Id, ResourceFields, ShortText } from '../../http/types';
import type { Password } from '../sign-in/auth.dto';

/**
 * A lower-case DNS label: letters, digits and inner hyphens.
 * @maxLength 63 must have at most 63 characters
 * @example "acme"
 */
export type Slug = string;

/**
 * A language tag.
 * @maxLength 35 must have at most 35 characters
 * @example "es-MX"
 */
export type LocaleTag = string;

/**
 * An IANA time zone.
 * @maxLength 64 must have at most 64 characters
 * @example "Europe/Madrid"
 */
export type Timezone = string;

/**
 * A color.
 * @pattern ^#[0-9a-fA-F]{6}$ must be a color such as #1f6feb
 * @example "#1f6feb"
 */
export type Color = string;

/** An organization. */
export interface TenantView extends ResourceFields {
  /** @example "Acme" */
  name: string;
  /** @example "acme" */
  slug: string;
  status: TenantStatus;
  planId: Id | null;
  /** Name of the plan; null without one, which is unlimited. */
  plan: string | null;
  /** @example "en" */
  locale: string;
  /** @example "UTC" */
  timezone: string;
  onboardingCompleted: boolean;
}

/** The first TenantAdmin of an organization. */
export interface FirstAdmin {
  email: Email;
  fullName: ShortText;
  password?: Password;
}

export interface CreateTenant extends UpdateTenant {
  id?: Id;
  name: ShortText;
  slug: Slug;
  /** While it is pending, most of the API responds 409 ONBOARDING_REQUIRED. */
  requireOnboarding?: boolean;
  /** The first email has the color already; `PUT /api/tenant-settings` changes it. */
  branding?: { primaryColor?: Color | null };
  admin: FirstAdmin;
}

export interface UpdateTenant {
  name?: ShortText;
  slug?: Slug;
  planId?: Id | null;
  locale?: LocaleTag;
  timezone?: Timezone;
}

export function toTenantView(row: Tenant, plan: string | null): TenantView {
  return {
    ...resourceFields(row),
    name: row.name,
    slug: row.slug,
    status: row.status,
    planId: row.planId,
    plan,
    locale: row.locale,
    timezone: row.timezone,
    onboardingCompleted: row.onboardingCompleted,
  };
}
