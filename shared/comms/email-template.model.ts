import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import type { Language } from './notification-texts.rules';
import { type MailTexts, TEMPLATE_KEYS, type TemplateKey } from './template-key';

/**
 * The texts of an email as an organization changed them; a row of the platform's scope holds for every organization
 * without its own.
 */
export interface EmailTemplate extends TenantRow, MailTexts {
  key: TemplateKey;
  locale: Language;
}

export const EmailTemplateModel = tenantModel<EmailTemplate>(
  'EmailTemplate',
  {
    key: { type: String, required: true, enum: TEMPLATE_KEYS, personal: 'none' },
    locale: { type: String, required: true, enum: ['en', 'es'] satisfies Language[], personal: 'none' },
    subject: { type: String, required: true, trim: true, personal: 'none' },
    body: { type: String, required: true, personal: 'none' },
  },
  { indexes: [{ keys: { key: 1, locale: 1 }, unique: true }] },
);
