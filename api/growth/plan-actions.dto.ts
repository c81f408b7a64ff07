import type { PlanActionStatus, PlanActionType } from '../../shared/growth/development-plan-status';
import type { PlanAction } from '../../shared/growth/development-plan.model';
import type { CalendarDate, Id, ShortText } from '../http/types';

/** One thing to do for an employee's development. */
export interface PlanActionView {
  id: Id;
  /** @example "Lead the weekly planning for a quarter" */
  title: string;
  /** Experience: by doing; Social: by others; Formal: by courses. */
  type: PlanActionType;
  competencyId: Id | null;
  /**
   * Name of the competency.
   * @example "Leadership"
   */
  competency: string | null;
  /** The competency or skill whose gap the action comes from; null for one that was not made from gaps. */
  requirementId: Id | null;
  /**
   * Its name when the action was made.
   * @example "Leadership"
   */
  requirement: string | null;
  dueDate: CalendarDate | null;
  status: PlanActionStatus;
  /** Files of purpose Evidence; downloaded at `GET /api/files/{id}/download` by whoever may see the plan. */
  evidenceFileIds: Id[];
}

/** An action with what changed its plan. */
export interface ActionOfPlan extends PlanActionView {
  planId: Id;
  /** Counts the changes of the plan; also the ETag. */
  revision: number;
}

/** @maxItems 20 must have at most 20 files */
export type EvidenceFileIds = Id[];

export interface CreatePlanAction {
  title: ShortText;
  /** Experience when it is not given. */
  type?: PlanActionType;
  competencyId?: Id | null;
  dueDate?: CalendarDate | null;
  /** NotStarted when it is not given. */
  status?: PlanActionStatus;
  /** Files of purpose Evidence that the caller uploaded; HR may name everybody's. */
  evidenceFileIds?: EvidenceFileIds;
}

export interface UpdatePlanAction {
  title?: ShortText;
  type?: PlanActionType;
  competencyId?: Id | null;
  dueDate?: CalendarDate | null;
  status?: PlanActionStatus;
  /** Replaces the list. */
  evidenceFileIds?: EvidenceFileIds;
}

/** An action as the API shows it. */
export function toPlanActionView(
  action: PlanAction,
  competencyName: (id: string | null) => string | null,
): PlanActionView {
  const { id, title, type, competencyId, requirementId, requirement, dueDate, status, evidenceFileIds } = action;
  const competency = competencyName(competencyId);
  return {
    id,
    title,
    type,
    competencyId,
    competency,
    requirementId,
    requirement,
    dueDate,
    status,
    evidenceFileIds: [...evidenceFileIds],
  };
}
