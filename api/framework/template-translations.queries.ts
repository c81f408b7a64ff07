import { type EvaluationTemplate, EvaluationTemplateModel } from '../../shared/framework/evaluation-template.model';
import { type TemplateTranslation, TemplateTranslationModel } from '../../shared/framework/template-translation.model';
import { invalid, notFound } from '../../shared/kernel/errors';
import { canonicalLocale } from '../../shared/kernel/locale.rules';
import { refusal } from '../../shared/kernel/refusals/refusal';
import type { PageRequest } from '../http/pagination';
import {
  type TemplateTranslationRow,
  type TemplateTranslationView,
  toTemplateTranslationRow,
  toTemplateTranslationView,
} from './template-translations.dto';

/** Returns one page of the languages of a template, by their tags; throws NOT_FOUND. */
export async function listTemplateTranslations(
  templateId: string,
  { page, pageSize }: PageRequest,
): Promise<{ items: TemplateTranslationRow[]; totalCount: number }> {
  const template = await findTemplate(templateId);
  const [rows, totalCount] = await Promise.all([
    // Reads only the ids of items, whose texts are long: a list shows their number.
    TemplateTranslationModel.find({ templateId })
      .select('-items.text')
      .sort({ locale: 1 })
      .skip((page - 1) * pageSize)
      .limit(pageSize)
      .lean<TemplateTranslation[]>(),
    TemplateTranslationModel.countDocuments({ templateId }),
  ]);
  return { items: rows.map((row) => toTemplateTranslationRow(template, row)), totalCount };
}

/**
 * Returns the texts of a template in one language; throws NOT_FOUND, also for a language without texts, and VALIDATION
 * for an invalid language tag.
 */
export async function getTemplateTranslation(templateId: string, locale: string): Promise<TemplateTranslationView> {
  const key = { templateId, locale: localeOf(locale) };
  const template = await findTemplate(templateId);
  const row = await TemplateTranslationModel.findOne(key).lean<TemplateTranslation>();
  if (!row) throw notFound();
  return toTemplateTranslationView(template, row);
}

/** Throws NOT_FOUND. */
export async function findTemplate(id: string): Promise<EvaluationTemplate> {
  const row = await EvaluationTemplateModel.findById(id).lean<EvaluationTemplate>();
  if (!row) throw notFound();
  return row;
}

/** Returns the canonical spelling of a language tag in a path; throws VALIDATION on `locale`. */
export function localeOf(tag: string): string {
  const locale = canonicalLocale(tag);
  if (locale === null) throw invalid({ field: 'locale', ...refusal('NOT_A_LANGUAGE') });
  return locale;
}
