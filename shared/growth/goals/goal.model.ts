import { Schema } from 'mongoose';
import type { SoftDeletedRow, TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import { GoalLevel } from './goal-level';
import { GoalStatus } from './goal-status';

/** A check-in as stored in its key result; `number` counts the check-ins of the key result from 1. */
export interface CheckIn {
  number: number;
  userId: string;
  at: Date;
  value: number;
  comment: string | null;
}

/** A measure of a goal; `targetValue` differs from `startValue` and may be below it. */
export interface KeyResult {
  id: string;
  title: string;
  unit: string | null;
  startValue: number;
  targetValue: number;
  /** The value of the last check-in; the start value before the first. */
  currentValue: number;
  /** At least 0; the weights of a goal are not all 0. */
  weight: number;
  checkInCount: number;
  /** The latest ones, oldest first; all check-ins are also rows of their own. */
  recentCheckIns: CheckIn[];
}

/** An objective with its key results; `parentId` makes a tree without loops. */
export interface Goal extends TenantRow, SoftDeletedRow {
  title: string;
  description: string | null;
  ownerEmployeeId: string | null;
  departmentId: string | null;
  level: GoalLevel;
  parentId: string | null;
  /** Calendar dates, `yyyy-mm-dd`. */
  startDate: string | null;
  dueDate: string | null;
  status: GoalStatus;
  keyResults: KeyResult[];
  /** Counts the goals ever placed below this one: its write makes two concurrent moves conflict. */
  placements: number;
  searchText: string;
}

const subdocument = { _id: false } as const;
const number = { type: Number, required: true };
const checkIn = new Schema(
  {
    number,
    userId: { type: String, required: true },
    at: { type: Date, required: true },
    value: number,
    comment: { type: String, default: null },
  },
  subdocument,
);
const keyResult = new Schema(
  {
    id: { type: String, required: true },
    title: { type: String, required: true },
    unit: { type: String, default: null },
    startValue: number,
    targetValue: number,
    currentValue: number,
    weight: number,
    checkInCount: number,
    recentCheckIns: { type: [checkIn], default: [] },
  },
  { ...subdocument, id: false },
);

export const GoalModel = tenantModel<Goal>(
  'Goal',
  {
    title: { type: String, required: true },
    description: { type: String, default: null },
    ownerEmployeeId: { type: String, default: null },
    departmentId: { type: String, default: null },
    level: { type: String, required: true, enum: Object.values(GoalLevel) },
    parentId: { type: String, default: null },
    startDate: { type: String, default: null },
    dueDate: { type: String, default: null },
    status: { type: String, required: true, enum: Object.values(GoalStatus), default: GoalStatus.Draft },
    keyResults: { type: [keyResult], default: [] },
    placements: { type: Number, required: true, default: 0 },
  },
  {
    searchable: ['title'],
    softDelete: true,
    indexes: [
      // For lists, the newest first; the searched text is compared in the index.
      { keys: { isDeleted: 1, createdAt: -1, _id: 1, searchText: 1 } },
      { keys: { isDeleted: 1, status: 1, createdAt: -1, _id: 1, searchText: 1 } },
      { keys: { isDeleted: 1, level: 1, createdAt: -1, _id: 1, searchText: 1 } },
      { keys: { ownerEmployeeId: 1 } },
      { keys: { departmentId: 1 } },
      { keys: { parentId: 1 } },
    ],
  },
);
