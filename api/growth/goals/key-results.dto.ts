import { round2 } from '../../../shared/evaluation/score.rules';
import type { CheckIn, KeyResult } from '../../../shared/growth/goals/goal.model';
import { toInstant } from '../../../shared/kernel/clock';
import type { Id, Instant, ShortText } from '../../http/types';
import { keyResultProgress } from './goal.rules';

/**
 * A measured value.
 * @minimum -1000000000000 must be at least -1000000000000
 * @maximum 1000000000000 must be at most 1000000000000
 */
export type MeasuredValue = number;

/**
 * Weight of the key result within its goal; only the ratios matter.
 * @minimum 0 must not be below 0
 * @maximum 1000 must be at most 1000
 */
export type KeyResultWeight = number;

/**
 * The unit of the values.
 * @maxLength 30 must have at most 30 characters
 * @example "customers"
 */
export type MeasureUnit = string;

/**
 * A comment of at most 2,000 characters.
 * @maxLength 2000 must have at most 2000 characters
 * @example "Two pilots signed this week."
 */
export type CheckInComment = string;

/** A check-in: the progress that a user reported. */
export interface CheckInView {
  /**
   * Number of the check-in within the key result, from 1.
   * @example 3
   */
  number: number;
  at: Instant;
  byUserId: Id;
  /**
   * Full name of the user; null when the account has been deleted.
   * @example "Ana García"
   */
  by: string | null;
  /** @example 42 */
  value: number;
  comment: string | null;
}

/** A key result of a goal. */
export interface KeyResultView {
  id: Id;
  /** @example "Customers on the new plan" */
  title: string;
  /** @example "customers" */
  unit: string | null;
  /** @example 20 */
  startValue: number;
  /** @example 75 */
  targetValue: number;
  /**
   * The value of the latest check-in; before the first one, the start value.
   * @example 42
   */
  currentValue: number;
  /** @example 1 */
  weight: number;
  /**
   * Progress from start to target in percent, 0 to 100.
   * @example 40
   */
  progress: number;
  /** @example 3 */
  checkInCount: number;
  /** The last five, newest first; `GET …/check-ins` lists all. */
  checkIns: CheckInView[];
}

/** A key result with the progress and revision of its goal. */
export interface KeyResultOfGoal extends KeyResultView {
  goalId: Id;
  /**
   * Progress of the goal in percent.
   * @example 40
   */
  goalProgress: number;
  /** Counts the changes of the goal; also the ETag. */
  revision: number;
}

export interface CreateKeyResult extends UpdateKeyResult {
  id?: Id;
  title: ShortText;
  /** Defaults to 0. */
  startValue?: MeasuredValue;
  /** Must differ from the start value and can be lower. */
  targetValue: MeasuredValue;
  /** Defaults to 1. */
  weight?: KeyResultWeight;
}

export interface UpdateKeyResult {
  title?: ShortText;
  unit?: MeasureUnit | null;
  startValue?: MeasuredValue;
  targetValue?: MeasuredValue;
  weight?: KeyResultWeight;
}

export interface ReportProgress {
  /** The value reached so far, in the unit of the key result. */
  value: MeasuredValue;
  comment?: CheckInComment | null;
}

/** Full names of users by id. */
export type UserNames = (id: string) => string | null;
export function toCheckInView({ number, at, userId, value, comment }: CheckIn, userName: UserNames): CheckInView {
  return { number, at: toInstant(at), byUserId: userId, by: userName(userId), value, comment };
}

export function toKeyResultView(keyResult: KeyResult, userName: UserNames): KeyResultView {
  const { id, title, unit, startValue, targetValue, currentValue, weight, checkInCount, recentCheckIns } = keyResult;
  return {
    id,
    title,
    unit,
    startValue,
    targetValue,
    currentValue,
    weight,
    progress: round2(keyResultProgress(keyResult)),
    checkInCount,
    checkIns: [...recentCheckIns].reverse().map((checkIn) => toCheckInView(checkIn, userName)),
  };
}
