import type { Cycle } from '../../../shared/evaluation/cycles/cycle.model';
import type { Guest } from '../../../shared/evaluation/guests/guest.model';
import type { Tenant } from '../../../shared/platform/tenant.model';
import type { CalendarDate, LongText } from '../../http/types';
import type { Color } from '../../platform/tenants/tenants.dto';
import type { MyEvaluationRow } from '../my-evaluations.dto';

export interface OpenGuestSession {
  /**
   * What follows `#` in the link of the email.
   * @maxLength 200 must have at most 200 characters
   */
  token: string;
}

export interface DeclineEvaluation {
  /** Why, for HR; optional. */
  reason?: LongText | null;
}

/** What the page of a guest shows before the questions. */
export interface GuestPageView {
  /** For whom the link is. */
  name: string | null;
  /** Who asks. */
  organization: string;
  primaryColor: Color | null;
  /**
   * The language of texts and questions.
   * @example "en"
   */
  locale: string;
  /**
   * The time zone of the organization.
   * @example "Europe/Madrid"
   */
  timezone: string;
  /** The organization's page about personal data. */
  privacyUrl: string | null;
  /** Name of the cycle. */
  cycle: string;
  /** Until when answers are taken. */
  endDate: CalendarDate | null;
  /** The guest’s evaluations, without those that were declined or withdrawn. */
  evaluations: MyEvaluationRow[];
}

/** The session of a guest. The response also sets it as the cookie `__Host-guest` (`guest` on plain http). */
export interface GuestSessionView {
  /** A bearer token for `/api/guest` alone. */
  accessToken: string;
  /** @example 43200 */
  expiresInSeconds: number;
  page: GuestPageView;
}

interface PageFacts {
  guest: Guest;
  cycle: Cycle;
  tenant: Tenant;
  evaluations: MyEvaluationRow[];
}

export function toGuestPage({ guest, cycle, tenant, evaluations }: PageFacts): GuestPageView {
  const { name, locale, timezone, settings } = tenant;
  return {
    name: guest.name,
    organization: name,
    primaryColor: settings.primaryColor,
    locale: guest.locale ?? locale,
    timezone,
    privacyUrl: settings.guests?.privacyUrl ?? null,
    cycle: cycle.name,
    endDate: cycle.endDate,
    evaluations,
  };
}
