import { inTenant, PLATFORM_SCOPE, tenantId } from '../kernel/context';
import { DEFAULT_TEMPLATES } from './default-templates.rules';
import { type EmailTemplate, EmailTemplateModel } from './email-template.model';
import type { Language } from './notification-texts.rules';
import type { MailTexts, TemplateKey } from './template-key';

/**
 * The texts of a kind of mail by language, in force for the context's organization: its own template, else the platform's,
 * else the built-in one.
 */
export async function textsInForce(key: TemplateKey): Promise<Readonly<Record<Language, MailTexts>>> {
  const stored = async (): Promise<EmailTemplate[]> => EmailTemplateModel.find({ key }).lean<EmailTemplate[]>();
  const own = tenantId() === PLATFORM_SCOPE ? [] : await stored();
  const platform = await inTenant(PLATFORM_SCOPE, stored);
  const inForce = { ...DEFAULT_TEMPLATES[key] };
  for (const { locale, subject, body } of [...platform, ...own]) inForce[locale] = { subject, body };
  return inForce;
}
