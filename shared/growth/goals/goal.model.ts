import { embedded } from '../../db/fields';
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

const number = { type: Number, required: true, access: 'shown' } as const;
const checkIn = embedded<CheckIn>({
  number: { type: Number, required: true, access: 'internal' },
  userId: { type: String, required: true, access: 'internal' },
  at: { type: Date, required: true, access: 'shown' },
  value: number,
  comment: { type: String, default: null, access: 'shown' },
});
const keyResult = embedded<KeyResult>({
  id: { type: String, required: true, access: 'internal' },
  title: { type: String, required: true, access: 'shown' },
  unit: { type: String, default: null, access: 'shown' },
  startValue: number,
  targetValue: number,
  currentValue: number,
  weight: number,
  checkInCount: number,
  recentCheckIns: { type: [checkIn], default: [] },
});

export const GoalModel = tenantModel<Goal>(
  'Goal',
  {
    title: { type: String, required: true, personal: 'subject: deleted', access: 'shown' },
    description: { type: String, default: null, personal: 'subject: deleted', access: 'shown' },
    ownerEmployeeId: { type: String, default: null, personal: 'subject: deleted', access: 'internal' },
    departmentId: { type: String, default: null, personal: 'subject: deleted', access: 'department = Department.name' },
    level: {
      type: String,
      required: true,
      enum: Object.values(GoalLevel),
      personal: 'subject: deleted',
      access: 'shown',
    },
    parentId: { type: String, default: null, personal: 'subject: deleted', access: 'parent = Goal.title' },
    startDate: { type: String, default: null, personal: 'subject: deleted', access: 'shown' },
    dueDate: { type: String, default: null, personal: 'subject: deleted', access: 'shown' },
    status: {
      type: String,
      required: true,
      enum: Object.values(GoalStatus),
      default: GoalStatus.Draft,
      personal: 'subject: deleted',
      access: 'shown',
    },
    keyResults: { type: [keyResult], default: [], personal: 'subject: deleted' },
    placements: { type: Number, required: true, default: 0, personal: 'none' },
  },
  {
    privacy: {
      purpose: 'What a person, a department or the company wants to reach',
      seenBy: 'Company and department goals everyone; individual ones the person, managers and HR',
      kept: 'Until erasure; goals of departments and of the company stay without an owner',
      links: {
        ownerEmployeeId: {
          names: 'employee',
          whose: 'subject',
          rows: 'deleted',
          access: 'rows',
          only: { level: 'Individual' },
        },
      },
    },
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
