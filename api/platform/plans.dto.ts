import type { Plan } from '../../shared/platform/plan.model';
import { resourceFields } from '../http/resource-fields';
import type { Id, ResourceFields, ShortText } from '../http/types';

/**
 * A limit; null is unlimited.
 * @isInt must be a whole number
 * @minimum 0 must not be negative
 * @maximum 1000000000 must be at most 1000000000
 */
export type PlanLimit = number;

/** A subscription plan. */
export interface PlanView extends ResourceFields {
  /** @example "Pro" */
  name: string;
  /**
   * Concurrent Active employees; null is unlimited.
   * @example 250
   */
  maxEmployees: number | null;
  /**
   * Evaluation cycles created in one UTC calendar year; null is unlimited.
   * @example 4
   */
  maxCyclesPerYear: number | null;
  /** Whether it can be assigned. */
  isActive: boolean;
}

export interface CreatePlan extends UpdatePlan {
  id?: Id;
  name: ShortText;
}

export interface UpdatePlan {
  name?: ShortText;
  maxEmployees?: PlanLimit | null;
  maxCyclesPerYear?: PlanLimit | null;
  isActive?: boolean;
}

/** POST /api/plans/assign/{tenantId}. */
export interface AssignPlan {
  planId: Id;
}

/** An organization's current usage of its subscription plan; a `max` of null is unlimited. */
export interface PlanUsageView {
  tenantId: Id;
  planId: Id | null;
  /** Name of the plan; null without one, which is unlimited. */
  plan: string | null;
  employees: { current: number; max: number | null };
  /** Cycles created in the UTC calendar year. */
  cycles: { current: number; max: number | null; year: number };
}

export function toPlanView(row: Plan): PlanView {
  const { name, maxEmployees, maxCyclesPerYear, isActive } = row;
  return { ...resourceFields(row), name, maxEmployees, maxCyclesPerYear, isActive };
}
