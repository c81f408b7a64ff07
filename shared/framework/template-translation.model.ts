import { embedded } from '../db/fields';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import type { TranslatedTexts } from './template-translation.rules';

/** The texts of an evaluation template in another language; can change even when the template is frozen. */
export interface TemplateTranslation extends TenantRow, TranslatedTexts {
  templateId: string;
  /** A BCP 47 language tag in its canonical spelling, such as `es-MX`. */
  locale: string;
}

const section = embedded({ id: { type: String, required: true }, title: { type: String, required: true, trim: true } });
const item = embedded({ id: { type: String, required: true }, text: { type: String, required: true, trim: true } });

export const TemplateTranslationModel = tenantModel<TemplateTranslation>(
  'TemplateTranslation',
  {
    templateId: { type: String, required: true, personal: 'none' },
    locale: { type: String, required: true, personal: 'none' },
    name: { type: String, default: null, trim: true, personal: 'none' },
    description: { type: String, default: null, trim: true, personal: 'none' },
    labels: { type: [String], required: true, personal: 'none' },
    sections: { type: [section], required: true, personal: 'none' },
    items: { type: [item], required: true, personal: 'none' },
  },
  { indexes: [{ keys: { templateId: 1, locale: 1 }, unique: true }] },
);
