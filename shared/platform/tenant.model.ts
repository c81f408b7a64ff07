import type { Row } from '../db/rows';
import { globalModel } from '../db/tenant-model';
import { GuestsAllowed } from './guests-allowed';
import { TenantStatus } from './tenant-status';

export interface NineBoxThresholds {
  /** Scores below are Low. */
  lowBelow: number;
  /** Scores from here on are High. */
  highFrom: number;
  /** false: people whose potential is only estimated have no box; missing in older rows. */
  estimates?: boolean;
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

/** Whether people without an account may be asked to evaluate. */
export interface GuestSettings {
  allowed: GuestsAllowed;
  /** The organization's page about personal data, which a guest is shown; null while no guests are allowed. */
  privacyUrl: string | null;
}

export interface TenantSettings {
  primaryColor: string | null;
  logoFileId: string | null;
  minPasswordLength: number;
  anonymityMinimum: number;
  surveyThreshold: number;
  nineBox: NineBoxThresholds;
  retention?: RetentionSettings;
  guests?: GuestSettings;
}

/** When an organization sent the values of each onboarding step; null before. Values that were sent unchanged count. */
export interface OnboardingConfirmations {
  organizationAt: Date | null;
  policiesAt: Date | null;
}

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

const number = (fallback: number) => ({ type: Number, required: true, default: fallback, personal: 'none' }) as const;

export const TenantModel = globalModel<Tenant>(
  'Tenant',
  {
    name: { type: String, required: true, personal: 'none' },
    slug: { type: String, required: true, personal: 'none' },
    status: {
      type: String,
      required: true,
      enum: Object.values(TenantStatus),
      default: TenantStatus.Trial,
      personal: 'none',
    },
    planId: { type: String, default: null, personal: 'none' },
    locale: { type: String, required: true, default: 'en', personal: 'none' },
    timezone: { type: String, required: true, default: 'UTC', personal: 'none' },
    onboardingCompleted: { type: Boolean, required: true, default: true, personal: 'none' },
    onboarding: {
      organizationAt: { type: Date, default: null, personal: 'none' },
      policiesAt: { type: Date, default: null, personal: 'none' },
    },
    settings: {
      primaryColor: { type: String, default: null, personal: 'none' },
      logoFileId: { type: String, default: null, personal: 'none' },
      minPasswordLength: number(8),
      anonymityMinimum: number(3),
      surveyThreshold: number(5),
      nineBox: {
        lowBelow: number(2.5),
        highFrom: number(4),
        estimates: { type: Boolean, default: true, personal: 'none' },
      },
      retention: {
        formerEmployeesMonths: { type: Number, default: null, personal: 'none' },
        closedCyclesMonths: { type: Number, default: null, personal: 'none' },
        auditMonths: { type: Number, default: null, personal: 'none' },
      },
      guests: {
        allowed: {
          type: String,
          required: true,
          enum: Object.values(GuestsAllowed),
          default: GuestsAllowed.Off,
          personal: 'none',
        },
        privacyUrl: { type: String, default: null, personal: 'none' },
      },
    },
  },
  {
    searchable: ['name', 'slug'],
    indexes: [
      { keys: { slug: 1 }, unique: true },
      { keys: { planId: 1 } },
      { keys: { searchText: 1, _id: 1 } },
      { keys: { status: 1, searchText: 1, _id: 1 } },
    ],
  },
);
