import { embedded } from '../../db/fields';
import type { SoftDeletedRow, TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import type { EnpsTally } from './enps.rules';
import type { SurveyQuestion } from './survey-answers.rules';
import { QuestionType, SurveyStatus } from './survey-status';

/** The last reminder of a survey. Only counts: its recipients have not answered. */
export interface SurveyReminder {
  /** Identifies its deliveries; they are deleted once it is sent, or the survey is closed. */
  id: string;
  jobId: string;
  at: Date;
  /** Invited employees who had not answered. */
  recipients: number;
}

export interface Survey extends TenantRow, SoftDeletedRow {
  name: string;
  description: string | null;
  questions: SurveyQuestion[];
  /** The departments whose employees are invited; empty means all. */
  departmentIds: string[];
  status: SurveyStatus;
  openedAt: Date | null;
  closedAt: Date | null;
  /** Figures of fewer answers are hidden. Null in a draft that uses the tenant's setting; frozen at opening. */
  anonymityThreshold: number | null;
  /** Active employees of the audience when the survey was opened. */
  invited: number | null;
  /** Whether invitations are stored (`SurveyInvitation`); surveys opened by older releases have none. */
  isAudienceFrozen?: boolean;
  responses: number;
  /** Random; determines the fingerprints of respondents. Deleted at closing, after which no one can find out who answered. */
  salt: string | null;
  /** Answers to the first Enps question, counted at closing. */
  enps: EnpsTally | null;
  /** Omitted by older releases. */
  reminder?: SurveyReminder | null;
  searchText: string;
}

const question = embedded<SurveyQuestion>({
  id: { type: String, required: true },
  text: { type: String, required: true },
  type: { type: String, required: true, enum: Object.values(QuestionType) },
  required: { type: Boolean, required: true },
});

const reminder = embedded<SurveyReminder>({
  id: { type: String, required: true },
  jobId: { type: String, required: true },
  at: { type: Date, required: true },
  recipients: { type: Number, required: true },
});

const count = { type: Number, required: true };

export const SurveyModel = tenantModel<Survey>(
  'Survey',
  {
    name: { type: String, required: true, trim: true, personal: 'none' },
    description: { type: String, default: null, trim: true, personal: 'none' },
    questions: { type: [question], required: true, personal: 'none' },
    departmentIds: { type: [String], required: true, personal: 'none' },
    status: {
      type: String,
      required: true,
      enum: Object.values(SurveyStatus),
      default: SurveyStatus.Draft,
      personal: 'none',
    },
    openedAt: { type: Date, default: null, personal: 'none' },
    closedAt: { type: Date, default: null, personal: 'none' },
    anonymityThreshold: { type: Number, default: null, personal: 'none' },
    invited: { type: Number, default: null, personal: 'none' },
    isAudienceFrozen: { type: Boolean, default: false, personal: 'none' },
    responses: { type: Number, required: true, default: 0, personal: 'none' },
    salt: { type: String, default: null, personal: 'none' },
    enps: {
      type: embedded({ promoters: count, passives: count, detractors: count }),
      default: null,
      personal: 'none',
    },
    reminder: { type: reminder, default: null, personal: 'none' },
  },
  {
    searchable: ['name'],
    softDelete: true,
    indexes: [{ keys: { createdAt: -1, _id: 1 } }, { keys: { status: 1, closedAt: -1, _id: 1 } }],
  },
);
