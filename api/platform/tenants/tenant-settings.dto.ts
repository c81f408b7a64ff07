import { GuestsAllowed } from '../../../shared/platform/guests-allowed';
import type { Tenant } from '../../../shared/platform/tenant.model';
import { resourceFields } from '../../http/resource-fields';
import type { Id, ResourceFields, ShortText } from '../../http/types';
import type { Color, LocaleTag, Timezone } from './tenants.dto';

/**
 * @isInt must be a whole number
 * @minimum 8 must be at least 8
 * @maximum 64 must be at most 64
 */
export type MinPasswordLength = number;

/**
 * The smallest group that is shown.
 * @isInt must be a whole number
 * @minimum 3 must be at least 3
 * @maximum 1000 must be at most 1000
 */
export type SmallestGroup = number;

/**
 * A score.
 * @minimum 0 must not be negative
 * @maximum 100 must be at most 100
 */
export type ScoreBound = number;

/**
 * Months after which data is deleted; null keeps it.
 * @isInt must be a whole number
 * @minimum 6 must be at least 6
 * @maximum 240 must be at most 240
 */
export type RetentionMonths = number;

/** When data is deleted automatically. */
export interface RetentionView {
  /** Months after an employee left until an erasure request is opened, which a TenantAdmin confirms. */
  formerEmployeesMonths: number | null;
  /** Months after the closing of a cycle until its answers and comments are deleted; scores and gaps are kept. */
  closedCyclesMonths: number | null;
  /** Months that entries of the audit log are kept. */
  auditMonths: number | null;
}

export interface UpdateRetention {
  formerEmployeesMonths?: RetentionMonths | null;
  closedCyclesMonths?: RetentionMonths | null;
  auditMonths?: RetentionMonths | null;
}

/**
 * The address of a page.
 * @pattern ^https://[^\s<>"]+$ must begin with https://
 * @maxLength 500 must have at most 500 characters
 * @example "https://www.example.com/privacy"
 */
export type PageAddress = string;

/** Whether people without an account, such as customers, may be asked to evaluate as Stakeholders. */
export interface GuestsView {
  /** Off, HR, or HRAndManagers: managers too, for their direct reports. */
  allowed: GuestsAllowed;
  /** The page about personal data that guests are shown. */
  privacyUrl: string | null;
}

export interface UpdateGuests {
  allowed?: GuestsAllowed;
  /** Required unless `allowed` is Off. */
  privacyUrl?: PageAddress | null;
}

/** Settings of an organization. */
export interface TenantSettingsView extends ResourceFields {
  /** @example "Acme" */
  name: string;
  /** @example "acme" */
  slug: string;
  branding: { primaryColor: string | null; logoFileId: Id | null };
  /** @example "en" */
  locale: string;
  /** @example "UTC" */
  timezone: string;
  /** @example 8 */
  minPasswordLength: number;
  /**
   * Rater groups with fewer submitted answers are hidden from subjects and managers.
   * @example 3
   */
  anonymityMinimum: number;
  /**
   * Pulse results with fewer responses are hidden.
   * @example 5
   */
  surveyThreshold: number;
  /**
   * Levels below `lowBelow` are Low, from `highFrom` on High. Scores of any scale are converted to levels from 1 to 5. With
   * `estimates` false, people whose potential no one has judged have no box.
   */
  nineBox: { lowBelow: number; highFrom: number; estimates: boolean };
  retention: RetentionView;
  guests: GuestsView;
}

export interface UpdateTenantSettings {
  name?: ShortText;
  branding?: { primaryColor?: Color | null };
  locale?: LocaleTag;
  timezone?: Timezone;
  minPasswordLength?: MinPasswordLength;
  anonymityMinimum?: SmallestGroup;
  surveyThreshold?: SmallestGroup;
  nineBox?: { lowBelow?: ScoreBound; highFrom?: ScoreBound; estimates?: boolean };
  retention?: UpdateRetention;
  guests?: UpdateGuests;
}

export function toTenantSettingsView(row: Tenant): TenantSettingsView {
  const { primaryColor, logoFileId, minPasswordLength, anonymityMinimum, surveyThreshold, nineBox, retention, guests } =
    row.settings;
  return {
    ...resourceFields(row),
    name: row.name,
    slug: row.slug,
    branding: { primaryColor, logoFileId },
    locale: row.locale,
    timezone: row.timezone,
    minPasswordLength,
    anonymityMinimum,
    surveyThreshold,
    nineBox: {
      lowBelow: nineBox.lowBelow,
      highFrom: nineBox.highFrom,
      estimates: nineBox.estimates ?? true,
    },
    retention: {
      formerEmployeesMonths: retention?.formerEmployeesMonths ?? null,
      closedCyclesMonths: retention?.closedCyclesMonths ?? null,
      auditMonths: retention?.auditMonths ?? null,
    },
    guests: { allowed: guests?.allowed ?? GuestsAllowed.Off, privacyUrl: guests?.privacyUrl ?? null },
  };
}
