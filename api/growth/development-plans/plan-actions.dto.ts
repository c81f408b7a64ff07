import type { PlanActionStatus, PlanActionType } from '../../../shared/growth/development-plan-status';
import type { PlanAction } from '../../../shared/growth/development-plan.model';
import type { CalendarDate, Id, ShortText } from '../../http/types';

/** An action of a development plan. */
export interface PlanActionView {
  id: Id;
  /** @example "Lead the weekly planning for a quarter" */
  title: string;
  /** Experience: on the job; Social: from others; Formal: in courses. */
  type: PlanActionType;
  competencyId: Id | null;
  /**
   * Name of the competency.
   * @example "Leadership"
   */
  competency: string | null;
  /** The competency or skill whose gap the action closes; null when it was not created from gaps. */
  requirementId: Id | null;
  /**
   * Its name when the action was created.
   * @example "Leadership"
   */
  requirement: string | null;
  dueDate: CalendarDate | null;
  status: PlanActionStatus;
  /** Files of purpose Evidence. Everyone who can see the plan can download them at `GET /api/files/{id}/download`. */
  evidenceFileIds: Id[];
  /** The same files with their names. */
  evidenceFiles: EvidenceFileView[];
}

/** A file that proves what was done. */
export interface EvidenceFileView {
  id: Id;
  /** @example "certificate.pdf" */
  name: string | null;
}

/** An action with the revision of its plan. */
export interface ActionOfPlan extends PlanActionView {
  planId: Id;
  /** Counts the changes of the plan. */
  revision: number;
}

/** @maxItems 20 must have at most 20 files */
export type EvidenceFileIds = Id[];

export interface CreatePlanAction extends UpdatePlanAction {
  id?: Id;
  title: ShortText;
  /** Defaults to Experience. */
  type?: PlanActionType;
  /** Defaults to NotStarted. */
  status?: PlanActionStatus;
  /** Files of purpose Evidence that you uploaded. HR can name any user's files. */
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

/** Names of the rows that actions reference. */
export interface ActionNames {
  competency(id: string | null): string | null;
  file(id: string): string | null;
}

export function toPlanActionView(action: PlanAction, names: ActionNames): PlanActionView {
  const { id, title, type, competencyId, requirementId, requirement, dueDate, status, evidenceFileIds } = action;
  return {
    id,
    title,
    type,
    competencyId,
    competency: names.competency(competencyId),
    requirementId,
    requirement,
    dueDate,
    status,
    evidenceFileIds: [...evidenceFileIds],
    evidenceFiles: evidenceFileIds.map((fileId) => ({ id: fileId, name: names.file(fileId) })),
  };
}
