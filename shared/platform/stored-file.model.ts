import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

export enum FilePurpose {
  Photo = 'Photo',
  Evidence = 'Evidence',
  Export = 'Export',
  Import = 'Import',
  Logo = 'Logo',
  /** What answers a privacy request; only its own routes show it. */
  PersonalData = 'PersonalData',
}

/** Files whose bytes are text that people wrote. */
export const TEXT_FILES = { purpose: FilePurpose.Evidence, contentType: { $regex: '^text/' } };

/** What is known of a stored file; the bytes are in GridFS under the same id. */
export interface StoredFile extends TenantRow {
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
  sha256: string;
  purpose: FilePurpose;
  createdBy: string | null;
  /**
   * The employee whose development plan the file is evidence of: it is shown to whoever may see the plan, and stays until
   * the plan lets go of it. null: shown to its creator and HR alone.
   */
  subjectEmployeeId: string | null;
}

export const StoredFileModel = tenantModel<StoredFile>(
  'StoredFile',
  {
    name: { type: String, required: true },
    contentType: { type: String, required: true },
    size: { type: Number, required: true },
    sha256: { type: String, required: true },
    purpose: { type: String, required: true, enum: Object.values(FilePurpose) },
    createdBy: { type: String, default: null },
    subjectEmployeeId: { type: String, default: null },
  },
  {
    indexes: [
      { keys: { createdBy: 1, createdAt: -1 } },
      { keys: { subjectEmployeeId: 1 } },
      { keys: { purpose: 1, createdAt: 1 }, acrossTenants: true },
    ],
  },
);
