import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

export enum FilePurpose {
  Photo = 'Photo',
  Evidence = 'Evidence',
  Export = 'Export',
  Import = 'Import',
  Logo = 'Logo',
  /** The data of a privacy request; only its own routes return it. */
  PersonalData = 'PersonalData',
}

/** Files whose contents are text. */
export const TEXT_FILES = { purpose: FilePurpose.Evidence, contentType: { $regex: '^text/' } };

/** The metadata of a stored file; the contents are in GridFS under the same id. */
export interface StoredFile extends TenantRow {
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
  sha256: string;
  purpose: FilePurpose;
  createdBy: string | null;
  /**
   * The employee whose development plan the file is evidence of: everyone who may see the plan may see the file, which
   * is kept until the plan drops it. Null: only its creator and HR may see it.
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
