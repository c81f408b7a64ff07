import { Schema } from 'mongoose';
import { embedded } from '../db/fields';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import type { ImportProblem } from '../kernel/csv-cells.rules';
import type { RowFilter } from './import-report';
import type { ImportChange, ImportRow } from './import-result';

type NewFilter = 'updated' | 'unchanged' | 'missing';

/** Some rows of an import's report, stored when its job has succeeded. */
export interface ImportReportPart extends TenantRow {
  jobId: string;
  /** Its position in the report, from 0; below it what a run has done that has not ended yet. */
  part: number;
  /** The number of its rows by filter, so that a page is found without reading earlier rows. */
  counts: Record<Exclude<RowFilter, NewFilter>, number> & {
    /** Omitted in older reports. */
    [Filter in NewFilter]?: number;
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
const change = new Schema<ImportChange>(
  { field: { type: String, required: true }, before: String, after: String },
  { _id: false },
);
const count = { type: Number, required: true };

export const ImportReportPartModel = tenantModel<ImportReportPart>(
  'ImportReportPart',
  {
    jobId: { type: String, required: true, immutable: true, personal: 'none' },
    part: { type: Number, required: true, immutable: true, personal: 'none' },
    counts: {
      type: embedded({
        created: count,
        updated: Number,
        unchanged: Number,
        skipped: count,
        error: count,
        problem: count,
        missing: Number,
      }),
      required: true,
      personal: 'none',
    },
    rows: {
      type: [
        embedded({
          row: { type: Number, required: true },
          email: { type: String },
          code: { type: String },
          name: { type: String },
          outcome: {
            type: String,
            enum: ['created', 'updated', 'unchanged', 'skipped', 'error', 'missing', 'terminated'],
          },
          message: { type: String },
          reasons: [reason],
          warnings: [{ type: String }],
          warningReasons: [reason],
          changes: { type: [change], default: undefined },
          cells: { type: [String], default: undefined },
          employeeId: { type: String },
          competencyId: { type: String },
          jobProfileId: { type: String },
          skillId: { type: String },
        }),
      ],
      personal: 'subject: emptied',
      redacted: 'without a decision',
    },
  },
  {
    privacy: {
      purpose: 'Says the result of each row of an imported file',
      seenBy: 'Who asked for the import; HR',
      kept: 'As long as the job of the import',
    },
    indexes: [{ keys: { jobId: 1, part: 1 }, unique: true }],
  },
);
