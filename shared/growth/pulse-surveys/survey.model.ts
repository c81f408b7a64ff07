import { Schema } from 'mongoose';
import type { SoftDeletedRow, TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import type { EnpsTally } from './enps.rules';
import type { SurveyQuestion } from './survey-answers.rules';
import { QuestionType, SurveyStatus } from './survey-status';

/** A pulse survey. */
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
  searchText: string;
}

const question = new Schema(
  {
    id: { type: String, required: true },
    text: { type: String, required: true },
    type: { type: String, required: true, enum: Object.values(QuestionType) },
    required: { type: Boolean, required: true },
  },
  { _id: false },
);

const count = { type: Number, required: true };

export const SurveyModel = tenantModel<Survey>(
  'Survey',
  {
    name: { type: String, required: true, trim: true },
    description: { type: String, default: null, trim: true },
    questions: { type: [question], required: true },
    departmentIds: { type: [String], required: true },
    status: { type: String, required: true, enum: Object.values(SurveyStatus), default: SurveyStatus.Draft },
    openedAt: { type: Date, default: null },
    closedAt: { type: Date, default: null },
    anonymityThreshold: { type: Number, default: null },
    invited: { type: Number, default: null },
    isAudienceFrozen: { type: Boolean, default: false },
    responses: { type: Number, required: true, default: 0 },
    salt: { type: String, default: null },
    enps: {
      type: new Schema({ promoters: count, passives: count, detractors: count }, { _id: false }),
      default: null,
    },
  },
  {
    searchable: ['name'],
    softDelete: true,
    indexes: [{ keys: { createdAt: -1, _id: 1 } }, { keys: { status: 1, closedAt: -1, _id: 1 } }],
  },
);
