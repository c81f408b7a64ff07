import { Schema } from 'mongoose';
import type { SoftDeletedRow, TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import { DevelopmentPlanStatus, PlanActionStatus, PlanActionType } from './development-plan-status';

/** One action of a plan. */
export interface PlanAction {
  id: string;
  title: string;
  type: PlanActionType;
  competencyId: string | null;
  /** The competency or skill whose gap led to the action, with its name at that time; null for an action without one. */
  requirementId: string | null;
  requirement: string | null;
  /** Calendar date, `yyyy-mm-dd`. */
  dueDate: string | null;
  status: PlanActionStatus;
  evidenceFileIds: string[];
}

/** What an employee does to develop, approved by the manager or HR. */
export interface DevelopmentPlan extends TenantRow, SoftDeletedRow {
  employeeId: string;
  title: string;
  /** The cycle whose gaps led to the plan. */
  cycleId: string | null;
  status: DevelopmentPlanStatus;
  /** The employee who decides or has decided; null: HR. */
  approverId: string | null;
  /** The account that approved or rejected, and when. */
  decidedByUserId: string | null;
  decidedAt: Date | null;
  rejectionReason: string | null;
  submittedAt: Date | null;
  startedAt: Date | null;
  completedAt: Date | null;
  actions: PlanAction[];
  searchText: string;
}

const action = new Schema(
  {
    id: { type: String, required: true },
    title: { type: String, required: true },
    type: { type: String, required: true, enum: Object.values(PlanActionType) },
    competencyId: { type: String, default: null },
    requirementId: { type: String, default: null },
    requirement: { type: String, default: null },
    dueDate: { type: String, default: null },
    status: { type: String, required: true, enum: Object.values(PlanActionStatus) },
    evidenceFileIds: { type: [String], default: [] },
  },
  { _id: false, id: false },
);

export const DevelopmentPlanModel = tenantModel<DevelopmentPlan>(
  'DevelopmentPlan',
  {
    employeeId: { type: String, required: true },
    title: { type: String, required: true },
    cycleId: { type: String, default: null },
    status: {
      type: String,
      required: true,
      enum: Object.values(DevelopmentPlanStatus),
      default: DevelopmentPlanStatus.Draft,
    },
    approverId: { type: String, default: null },
    decidedByUserId: { type: String, default: null },
    decidedAt: { type: Date, default: null },
    rejectionReason: { type: String, default: null },
    submittedAt: { type: Date, default: null },
    startedAt: { type: Date, default: null },
    completedAt: { type: Date, default: null },
    actions: { type: [action], default: [] },
  },
  {
    searchable: ['title'],
    softDelete: true,
    indexes: [
      // For lists, the newest first; the searched text is compared in the index.
      { keys: { isDeleted: 1, createdAt: -1, _id: 1, searchText: 1 } },
      { keys: { isDeleted: 1, status: 1, createdAt: -1, _id: 1, searchText: 1 } },
      { keys: { employeeId: 1, createdAt: -1, _id: 1 } },
      { keys: { 'actions.evidenceFileIds': 1 } },
    ],
  },
);
