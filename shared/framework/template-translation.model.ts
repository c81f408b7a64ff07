import { Schema } from 'mongoose';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import type { TranslatedTexts } from './template-translation.rules';

/** The texts of an evaluation template in another language; can change even when the template is frozen. */
export interface TemplateTranslation extends TenantRow, TranslatedTexts {
  templateId: string;
  /** A BCP 47 language tag in its canonical spelling, such as `es-MX`. */
  locale: string;
}

const subdocument = { _id: false, id: false } as const;

const section = new Schema(
  { id: { type: String, required: true }, title: { type: String, required: true, trim: true } },
  subdocument,
);
const item = new Schema(
  { id: { type: String, required: true }, text: { type: String, required: true, trim: true } },
  subdocument,
);

export const TemplateTranslationModel = tenantModel<TemplateTranslation>(
  'TemplateTranslation',
  {
    templateId: { type: String, required: true },
    locale: { type: String, required: true },
    name: { type: String, default: null, trim: true },
    description: { type: String, default: null, trim: true },
    labels: { type: [String], required: true },
    sections: { type: [section], required: true },
    items: { type: [item], required: true },
  },
  { indexes: [{ keys: { templateId: 1, locale: 1 }, unique: true }] },
);
