import { languagesOf } from '../kernel/locale.rules';
import { type TemplateTranslation, TemplateTranslationModel } from './template-translation.model';

/** Reads the translations of a template for a language tag, the best match last; one query. */
export async function translationsFor(templateId: string | null, locale: string): Promise<TemplateTranslation[]> {
  const languages = languagesOf(locale);
  if (templateId === null || languages.length === 0) return [];
  const rows = await TemplateTranslationModel.find({ templateId, locale: { $in: languages } }).lean<
    TemplateTranslation[]
  >();
  return rows.sort((a, b) => languages.indexOf(a.locale) - languages.indexOf(b.locale));
}
