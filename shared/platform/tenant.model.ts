import type { Row } from '../db/rows';
import { globalModel } from '../db/tenant-model';
import { TenantStatus } from './tenant-status';

export interface NineBoxThresholds {
  /** Scores below are Low. */
  lowBelow: number;
  /** Scores from here on are High. */
  highFrom: number;
}

/** Months after which data is removed; null keeps it. */
export interface RetentionSettings {
  /** After an employee left, an erasure request is opened. */
  formerEmployeesMonths: number | null;
  /** After a cycle was closed, its answers and comments are deleted; scores and gaps are kept. */
  closedCyclesMonths: number | null;
  /** Older entries of the audit log are deleted. */
  auditMonths: number | null;
}

/** The settings of an organization. */
export interface TenantSettings {
  primaryColor: string | null;
  logoFileId: string | null;
  minPasswordLength: number;
  anonymityMinimum: number;
  surveyThreshold: number;
  nineBox: NineBoxThresholds;
  retention?: RetentionSettings;
}

/** When an organization sent the values of each onboarding step; null before. Values that were sent unchanged count. */
export interface OnboardingConfirmations {
  organizationAt: Date | null;
  policiesAt: Date | null;
}

/** An organization. */
export interface Tenant extends Row {
  name: string;
  /** Lower-case name in host names and sign-in. */
  slug: string;
  status: TenantStatus;
  planId: string | null;
  locale: string;
  timezone: string;
  onboardingCompleted: boolean;
  onboarding: OnboardingConfirmations;
  settings: TenantSettings;
  /** Folded name and slug, for searches. */
  searchText: string;
}

const number = (fallback: number) => ({ type: Number, required: true, default: fallback });

export const TenantModel = globalModel<Tenant>(
  'Tenant',
  {
    name: { type: String, required: true },
    slug: { type: String, required: true },
    status: { type: String, required: true, enum: Object.values(TenantStatus), default: TenantStatus.Trial },
    planId: { type: String, default: null },
    locale: { type: String, required: true, default: 'en' },
    timezone: { type: String, required: true, default: 'UTC' },
    onboardingCompleted: { type: Boolean, required: true, default: true },
    onboarding: { organizationAt: { type: Date, default: null }, policiesAt: { type: Date, default: null } },
    settings: {
      primaryColor: { type: String, default: null },
      logoFileId: { type: String, default: null },
      minPasswordLength: number(8),
      anonymityMinimum: number(3),
      surveyThreshold: number(5),
      nineBox: { lowBelow: number(2.5), highFrom: number(4) },
      retention: {
        formerEmployeesMonths: { type: Number, default: null },
        closedCyclesMonths: { type: Number, default: null },
        auditMonths: { type: Number, default: null },
      },
    },
  },
  {
    searchable: ['name', 'slug'],
    indexes: [
      { keys: { slug: 1 }, unique: true },
      { keys: { planId: 1 } },
      // For lists; the searched text is compared in the index.
      { keys: { name: 1, _id: 1, searchText: 1 } },
      { keys: { status: 1, name: 1, _id: 1, searchText: 1 } },
    ],
  },
);
