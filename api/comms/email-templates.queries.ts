import { type EmailTemplate, EmailTemplateModel } from '../../shared/comms/email-template.model';
import { BUILT_IN_TEMPLATES } from '../../shared/comms/email-template.store';
import { mailContent, organizationAsSender } from '../../shared/comms/mail/mail-sender.store';
import { validateMailTexts, templateRenderer } from '../../shared/comms/mail/mail-template';
import { choicePageOf } from '../../shared/comms/mail/mail.store';
import { sampleValues, TEMPLATE_VARIABLES } from '../../shared/comms/template-variables.rules';
import { inTenant, PLATFORM_SCOPE, tenantId } from '../../shared/kernel/context';
import { assertValid, notFound } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';
import type { PageRequest } from '../http/pagination';
import {
  type EmailPreview,
  type EmailTemplateView,
  type PreviewEmailTemplate,
  type TemplateKind,
  type TemplateLocale,
  type TemplateScope,
  toEmailTemplateView,
} from './email-templates.dto';

export interface TemplateFilter {
  key?: TemplateKind;
  locale?: TemplateLocale;
  scope?: TemplateScope;
}

/**
 * Returns one page of the templates that the caller sees: the organization's own, then the platform's, by key and
 * language. A scope has at most one of each, so they are sorted in memory.
 */
export async function listEmailTemplates(
  filter: TemplateFilter,
  { page, pageSize }: PageRequest,
): Promise<{ items: EmailTemplateView[]; totalCount: number }> {
  const [own, platform] = [await ownViews(), await platformViews()];
  const matching = [...own, ...platform].filter(
    ({ key, locale, scope }) =>
      key === (filter.key ?? key) && locale === (filter.locale ?? locale) && scope === (filter.scope ?? scope),
  );
  return { items: matching.slice((page - 1) * pageSize, page * pageSize), totalCount: matching.length };
}

/** Returns one template of the organization or the platform; throws NOT_FOUND. */
export async function getEmailTemplate(id: string): Promise<EmailTemplateView> {
  const { row, isBuiltIn } = await findEmailTemplate(id);
  return toEmailTemplateView(row, isBuiltIn);
}

/** Returns the row of a template that the caller sees; throws NOT_FOUND. */
export async function findEmailTemplate(id: string): Promise<{ row: EmailTemplate; isBuiltIn: boolean }> {
  const find = async (): Promise<EmailTemplate | null> => EmailTemplateModel.findById(id).lean<EmailTemplate>();
  const row = (await find()) ?? (await inTenant(PLATFORM_SCOPE, find));
  if (row) return { row, isBuiltIn: false };
  const builtIn = BUILT_IN_TEMPLATES.get(id.toLowerCase());
  if (!builtIn) throw notFound();
  return { row: builtIn, isBuiltIn: true };
}

/** Returns a template, or other texts in its place, with sample values; throws NOT_FOUND, VALIDATION. */
export async function previewEmailTemplate(id: string, input: PreviewEmailTemplate): Promise<EmailPreview> {
  const { row } = await findEmailTemplate(id);
  const { key, locale } = row;
  const { subject = row.subject, body = row.body, values = {} } = input;
  const names = new Set(TEMPLATE_VARIABLES[key].map(({ name }) => name));
  assertValid([
    ...validateMailTexts(key, { subject, body }),
    ...Object.keys(values)
      .filter((name) => !names.has(name))
      .map((name) => ({
        field: `values.${name}`,
        ...refusal('VALUES_NOT_OF_TEMPLATE', { names: [...names].join(', ') }),
      })),
  ]);
  const sender = await organizationAsSender();
  const shown = { ...sampleValues(key, locale), organization: sender.organization, ...values };
  const texts = templateRenderer(key, { subject, body })(shown);
  return { ...mailContent(texts, locale, sender, choicePageOf(key, sender)), body: texts.body };
}

async function ownViews(): Promise<EmailTemplateView[]> {
  if (tenantId() === PLATFORM_SCOPE) return [];
  const rows = await EmailTemplateModel.find().sort({ key: 1, locale: 1 }).lean<EmailTemplate[]>();
  return rows.map((row) => toEmailTemplateView(row, false));
}

async function platformViews(): Promise<EmailTemplateView[]> {
  const rows = await inTenant(PLATFORM_SCOPE, async () => EmailTemplateModel.find().lean<EmailTemplate[]>());
  const stored = new Map(rows.map((row) => [row._id, row]));
  return [...BUILT_IN_TEMPLATES.values()].map((builtIn) => {
    const row = stored.get(builtIn._id);
    return toEmailTemplateView(row ?? builtIn, row === undefined);
  });
}
