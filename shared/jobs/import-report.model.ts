import { Schema } from 'mongoose';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import type { ImportProblem } from '../kernel/csv-cells.rules';
import type { ImportRow } from './contract';
import type { RowFilter } from './import-report';

/** Some rows of an import's report, stored when its job has succeeded. */
export interface ImportReportPart extends TenantRow {
  jobId: string;
  /** Its position in the report, from 0. */
  part: number;
  /** The number of its rows by filter, so that a page is found without reading earlier rows. */
  counts: Record<Exclude<RowFilter, 'updated'>, number> & {
    /** Omitted in older reports. */
    updated?: number;
  };
  rows: ImportRow[];
}

const reason = new Schema<ImportProblem>(
  {
    message: { type: String, required: true },
    code: { type: String, required: true },
    values: { type: Schema.Types.Mixed, default: {} },
    column: String,
  },
  { _id: false, minimize: false },
);
const count = { type: Number, required: true };

export const ImportReportPartModel = tenantModel<ImportReportPart>(
  'ImportReportPart',
  {
    jobId: { type: String, required: true, immutable: true },
    part: { type: Number, required: true, immutable: true },
    counts: {
      type: new Schema(
        { created: count, updated: Number, skipped: count, error: count, problem: count },
        { _id: false },
      ),
      required: true,
    },
    rows: [
      new Schema(
        {
          row: { type: Number, required: true },
          email: { type: String },
          code: { type: String },
          outcome: { type: String, enum: ['created', 'updated', 'skipped', 'error'] },
          message: { type: String },
          reasons: [reason],
          warnings: [{ type: String }],
          warningReasons: [reason],
          cells: { type: [String], default: undefined },
          employeeId: { type: String },
          competencyId: { type: String },
          skillId: { type: String },
        },
        { _id: false },
      ),
    ],
  },
  { indexes: [{ keys: { jobId: 1, part: 1 }, unique: true }] },
);
