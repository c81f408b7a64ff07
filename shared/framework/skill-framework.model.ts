import { embedded } from '../db/fields';
import type { SoftDeletedRow, TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

export interface SkillLevel {
  level: number;
  label: string;
  descriptor: string;
}

/** One skill of a framework; profiles and templates refer to its id. */
export interface Skill {
  id: string;
  code: string | null;
  name: string;
  category: string | null;
  description: string | null;
  levels: SkillLevel[];
}

/**
 * A skill framework. Those in the platform's scope are global: every tenant reads them, and a SystemAdmin manages them.
 * All others belong to one tenant.
 */
export interface SkillFramework extends TenantRow, SoftDeletedRow {
  name: string;
  /** The publisher's version, such as "9" or "2.1". */
  version: string;
  skills: Skill[];
  searchText: string;
}

const level = embedded({
  level: { type: Number, required: true },
  label: { type: String, default: '', trim: true },
  descriptor: { type: String, default: '', trim: true },
});
const skill = embedded({
  id: { type: String, required: true },
  code: { type: String, default: null, trim: true },
  name: { type: String, required: true, trim: true },
  category: { type: String, default: null, trim: true },
  description: { type: String, default: null, trim: true },
  levels: { type: [level], required: true },
});

export const SkillFrameworkModel = tenantModel<SkillFramework>(
  'SkillFramework',
  {
    name: { type: String, required: true, trim: true, personal: 'none' },
    version: { type: String, required: true, trim: true, personal: 'none' },
    skills: { type: [skill], required: true, personal: 'none' },
  },
  {
    searchable: ['name'],
    softDelete: true,
    indexes: [{ keys: { name: 1, version: 1 }, unique: true, live: true }, { keys: { 'skills.id': 1 } }],
  },
);
