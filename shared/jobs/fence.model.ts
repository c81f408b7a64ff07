import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

/** Exists as long as a job run may write (docs/adr/0018). Its id is the token of the run. */
export interface RunFence extends TenantRow {
  jobId: string;
  /** 1 for the first run of the job. */
  run: number;
  /** The database session of the run's transactions, in hexadecimal; null before the first. */
  session: string | null;
}

export const RunFenceModel = tenantModel<RunFence>(
  'RunFence',
  {
    jobId: { type: String, required: true, immutable: true, personal: 'none' },
    run: { type: Number, required: true, immutable: true, personal: 'none' },
    session: { type: String, default: null, personal: 'none' },
  },
  { indexes: [{ keys: { jobId: 1, run: 1 } }] },
);
