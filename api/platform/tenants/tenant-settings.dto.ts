import type { Tenant } from '../../../shared/platform/tenant.model';
import { resourceFields } from '../../http/resource-fields';
import type { Id, ResourceFields, ShortText } from '../../http/types';
import type { LocaleTag, Timezone } from './tenants.dto';

/**
 * A color.
 * @pattern ^#[0-9a-fA-F]{6}$ must be a color such as #1f6feb
 * @example "#1f6feb"
 */
export type Color = string;

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
  /** Levels below `lowBelow` are Low, from `highFrom` on High. Scores of any scale are converted to levels from 1 to 5. */
  nineBox: { lowBelow: number; highFrom: number };
  retention: RetentionView;
}

export interface UpdateTenantSettings {
  name?: ShortText;
  branding?: { primaryColor?: Color | null };
  locale?: LocaleTag;
  timezone?: Timezone;
  minPasswordLength?: MinPasswordLength;
  anonymityMinimum?: SmallestGroup;
  surveyThreshold?: SmallestGroup;
  nineBox?: { lowBelow?: ScoreBound; highFrom?: ScoreBound };
  retention?: UpdateRetention;
}

export function toTenantSettingsView(row: Tenant): TenantSettingsView {
  const { primaryColor, logoFileId, minPasswordLength, anonymityMinimum, surveyThreshold, nineBox, retention } =
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
    nineBox: { lowBelow: nineBox.lowBelow, highFrom: nineBox.highFrom },
    retention: {
      formerEmployeesMonths: retention?.formerEmployeesMonths ?? null,
      closedCyclesMonths: retention?.closedCyclesMonths ?? null,
      auditMonths: retention?.auditMonths ?? null,
    },
  };
}
