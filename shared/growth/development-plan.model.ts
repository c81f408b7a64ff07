import { ACTOR, EMPLOYEE_ACTOR, SUBJECT, embedded } from '../db/fields';
import type { SoftDeletedRow, TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import { DevelopmentPlanStatus, PlanActionStatus, PlanActionType } from './development-plan-status';

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

const action = embedded<PlanAction>({
  id: { type: String, required: true, access: 'internal' },
  title: { type: String, required: true, access: 'shown' },
  type: { type: String, required: true, enum: Object.values(PlanActionType), access: 'shown' },
  competencyId: { type: String, default: null, access: 'competency = Competency.name' },
  requirementId: { type: String, default: null, access: 'internal' },
  requirement: { type: String, default: null, access: 'shown' },
  dueDate: { type: String, default: null, access: 'shown' },
  status: { type: String, required: true, enum: Object.values(PlanActionStatus), access: 'shown' },
  evidenceFileIds: { type: [String], default: [], access: 'evidenceFiles = StoredFile.name' },
});

export const DevelopmentPlanModel = tenantModel<DevelopmentPlan>(
  'DevelopmentPlan',
  {
    employeeId: { type: String, required: true, personal: 'subject: deleted', access: 'internal' },
    title: { type: String, required: true, personal: 'subject: deleted', access: 'shown' },
    cycleId: { type: String, default: null, personal: 'subject: deleted', access: 'cycle = Cycle.name' },
    status: {
      type: String,
      required: true,
      enum: Object.values(DevelopmentPlanStatus),
      default: DevelopmentPlanStatus.Draft,
      personal: 'subject: deleted',
      access: 'shown',
    },
    approverId: { type: String, default: null, personal: 'actor: kept' },
    decidedByUserId: { type: String, default: null, personal: 'actor: kept' },
    decidedAt: { type: Date, default: null, personal: 'subject: deleted', access: 'shown' },
    rejectionReason: { type: String, default: null, personal: 'subject: deleted', access: 'shown' },
    submittedAt: { type: Date, default: null, personal: 'subject: deleted', access: 'shown' },
    startedAt: { type: Date, default: null, personal: 'subject: deleted', access: 'shown' },
    completedAt: { type: Date, default: null, personal: 'subject: deleted', access: 'shown' },
    actions: { type: [action], default: [], personal: 'subject: deleted' },
  },
  {
    privacy: {
      purpose: 'How a person develops',
      seenBy: 'The person; managers; HR',
      kept: 'Until erasure',
      links: { employeeId: SUBJECT, approverId: EMPLOYEE_ACTOR, decidedByUserId: ACTOR },
    },
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
