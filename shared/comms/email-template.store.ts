import { inTenant, PLATFORM_SCOPE, tenantId } from '../kernel/context';
import { derivedId } from '../kernel/ids';
import { DEFAULT_TEMPLATES } from './default-templates.rules';
import { type EmailTemplate, EmailTemplateModel } from './email-template.model';
import { validateMailTexts } from './mail/mail-template';
import { LANGUAGES, type Language } from './notification-texts.rules';
import { type MailTexts, TEMPLATE_KEYS, type TemplateKey } from './template-key';

/**
 * Returns the texts of an email by language: the organization's own template, else the platform's, else the built-in
 * one. A stored template that is no longer allowed is ignored.
 */
export async function textsInForce(key: TemplateKey): Promise<Readonly<Record<Language, MailTexts>>> {
  const stored = async (): Promise<EmailTemplate[]> => EmailTemplateModel.find({ key }).lean<EmailTemplate[]>();
  const own = tenantId() === PLATFORM_SCOPE ? [] : await stored();
  const platform = await inTenant(PLATFORM_SCOPE, stored);
  const inForce = { ...DEFAULT_TEMPLATES[key] };
  for (const { locale, subject, body } of [...platform, ...own])
    if (validateMailTexts(key, { subject, body }).length === 0) inForce[locale] = { subject, body };
  return inForce;
}

/** Earlier than every stored row: the built-in templates change only with the service. */
const BUILT_IN_SINCE = new Date('2026-01-01T00:00:00Z');

/**
 * The built-in templates as rows of the platform, by id. A SystemAdmin's change stores the row under the same id, and
 * deleting that row restores the built-in template.
 */
export const BUILT_IN_TEMPLATES: ReadonlyMap<string, EmailTemplate> = new Map(
  TEMPLATE_KEYS.flatMap((key) =>
    LANGUAGES.map((locale) => {
      const _id = derivedId('email-template', key, locale);
      const texts = DEFAULT_TEMPLATES[key][locale];
      const row = { tenantId: PLATFORM_SCOPE, revision: 0, createdAt: BUILT_IN_SINCE, updatedAt: BUILT_IN_SINCE };
      return [_id, { _id, ...row, key, locale, ...texts }] as const;
    }),
  ),
);
