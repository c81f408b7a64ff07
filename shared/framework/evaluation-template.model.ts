import { embedded } from '../db/fields';
import type { SoftDeletedRow, TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import { versionFields, type VersionedRow, versionIndexes } from '../db/versions';
import { EvaluatorType } from './evaluator-type';
import { ItemType, type TemplateContent } from './template.rules';

/** An evaluation template. Once a generated cycle uses it, its content is frozen; clone it to change it. */
export interface EvaluationTemplate extends TenantRow, SoftDeletedRow, VersionedRow, TemplateContent {
  name: string;
  description: string | null;
  /** Set by the first generation of a cycle with this template; scale and sections never change after it. */
  frozenAt: Date | null;
  searchText: string;
}

const item = embedded({
  id: { type: String, required: true },
  text: { type: String, required: true, trim: true },
  type: { type: String, required: true, enum: Object.values(ItemType) },
  competencyId: { type: String, default: null },
  skillId: { type: String, default: null },
  weight: { type: Number, required: true },
  required: { type: Boolean, required: true },
  allowNotApplicable: { type: Boolean, required: true },
  evaluatorTypes: { type: [String], required: true, enum: Object.values(EvaluatorType) },
  measuresPotential: { type: Boolean, required: true },
});
const section = embedded({
  id: { type: String, required: true },
  title: { type: String, required: true, trim: true },
  onlyRequired: { type: Boolean },
  items: { type: [item], required: true },
});
const scale = embedded({
  min: { type: Number, required: true },
  max: { type: Number, required: true },
  labels: { type: [String], required: true },
});

export const EvaluationTemplateModel = tenantModel<EvaluationTemplate>(
  'EvaluationTemplate',
  {
    name: { type: String, required: true, trim: true, personal: 'none' },
    description: { type: String, default: null, trim: true, personal: 'none' },
    ...versionFields,
    frozenAt: { type: Date, default: null, personal: 'none' },
    scale: { type: scale, required: true, personal: 'none' },
    sections: { type: [section], required: true, personal: 'none' },
  },
  {
    searchable: ['name'],
    softDelete: true,
    indexes: [
      { keys: { searchText: 1, version: -1, _id: 1 } },
      { keys: { 'sections.items.competencyId': 1 } },
      { keys: { 'sections.items.skillId': 1 } },
      ...versionIndexes,
    ],
  },
);
