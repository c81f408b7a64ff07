import { embedded } from '../db/fields';
import type { SoftDeletedRow, TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import { versionFields, type VersionedRow, versionIndexes } from '../db/versions';

/** A requirement of a job profile: a level 1..5 of one competency or one skill. */
export interface ProfileRequirement {
  id: string;
  competencyId: string | null;
  skillId: string | null;
  requiredLevel: number;
  isCritical: boolean;
}

/** A job profile. Cloning makes a new version; `isCurrent` marks the newest of its line. */
export interface JobProfile extends TenantRow, SoftDeletedRow, VersionedRow {
  code: string | null;
  name: string;
  description: string | null;
  departmentId: string | null;
  requirements: ProfileRequirement[];
  searchText: string;
}

const requirement = embedded({
  id: { type: String, required: true },
  competencyId: { type: String, default: null },
  skillId: { type: String, default: null },
  requiredLevel: { type: Number, required: true },
  isCritical: { type: Boolean, required: true },
});

export const JobProfileModel = tenantModel<JobProfile>(
  'JobProfile',
  {
    code: { type: String, default: null, trim: true, personal: 'none' },
    name: { type: String, required: true, trim: true, personal: 'none' },
    description: { type: String, default: null, trim: true, personal: 'none' },
    departmentId: { type: String, default: null, personal: 'none' },
    ...versionFields,
    requirements: { type: [requirement], required: true, personal: 'none' },
  },
  {
    searchable: ['name', 'code'],
    softDelete: true,
    indexes: [
      { keys: { searchText: 1, version: -1, _id: 1 } },
      { keys: { code: 1, version: 1 }, unique: true, live: true, whereText: ['code'] },
      { keys: { 'requirements.competencyId': 1 } },
      { keys: { 'requirements.skillId': 1 } },
      ...versionIndexes,
    ],
  },
);
