import { SUBJECT_VIEW } from '../db/fields';
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
   * exists until the plan drops it. Null: only its creator and HR may see it.
   */
  subjectEmployeeId: string | null;
}

export const StoredFileModel = tenantModel<StoredFile>(
  'StoredFile',
  {
    name: {
      type: String,
      required: true,
      personal: ['subject: deleted', 'actor: deleted'],
      redacted: 'without a decision',
    },
    contentType: { type: String, required: true, personal: ['subject: deleted', 'actor: deleted'] },
    size: { type: Number, required: true, personal: ['subject: deleted', 'actor: deleted'] },
    sha256: { type: String, required: true, personal: 'none' },
    purpose: {
      type: String,
      required: true,
      enum: Object.values(FilePurpose),
      personal: ['subject: deleted', 'actor: deleted'],
    },
    createdBy: { type: String, default: null, personal: 'actor: deleted' },
    subjectEmployeeId: { type: String, default: null, personal: 'subject: deleted' },
  },
  {
    privacy: {
      purpose: 'Photos, evidence of development plans, exports, imported files and answers to privacy requests',
      seenBy:
        'Its creator; HR; for evidence whoever may see the plan; answers to privacy requests only TenantAdmin and the person',
      kept: 'Exports and imported files 24 hours, answers to privacy requests 30 days, the others until they are deleted',
      links: {
        createdBy: {
          names: 'account',
          whose: 'actor',
          rows: 'deleted',
          access: 'view',
          only: { subjectEmployeeId: null },
        },
        subjectEmployeeId: SUBJECT_VIEW,
      },
    },
    indexes: [
      { keys: { createdBy: 1, createdAt: -1 } },
      { keys: { subjectEmployeeId: 1 } },
      { keys: { purpose: 1, createdAt: 1 }, acrossTenants: true },
    ],
  },
);
