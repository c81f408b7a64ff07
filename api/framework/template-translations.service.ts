import { bulkInsert } from '../../shared/db/bulk';
import { inTransaction } from '../../shared/db/transaction';
import { type TemplateTranslation, TemplateTranslationModel } from '../../shared/framework/template-translation.model';
import {
  changedTexts,
  type TranslatedTexts,
  validateTranslation,
} from '../../shared/framework/template-translation.rules';
import { assertValid, notFound } from '../../shared/kernel/errors';
import type { AuditChange } from '../../shared/platform/audit/audit-chain';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { recordAudit } from '../../shared/platform/audit/audit.store';
import { assertRevision, type ExpectedRevision } from '../db/expected-revision';
import type { SaveTemplateTranslation } from './template-translations.dto';
import { findTemplate, localeOf } from './template-translations.queries';

/**
 * Creates or updates the texts of a template in one language; omitted name, description and labels keep their values,
 * null clears them. Throws NOT_FOUND, VALIDATION, and PRECONDITION_FAILED also when a revision of a language without
 * texts is expected.
 */
export async function saveTemplateTranslation(
  templateId: string,
  tag: string,
  { labels, sections, items, ...fields }: SaveTemplateTranslation,
  expected?: ExpectedRevision,
): Promise<void> {
  const locale = localeOf(tag);
  const template = await findTemplate(templateId);
  assertValid(validateTranslation(template, { labels: labels ?? [], sections, items }));
  await inTransaction(async () => {
    const stored = await TemplateTranslationModel.findOne({ templateId, locale });
    if (!stored && expected !== undefined) assertRevision(-1, []);
    if (stored) assertRevision(stored.revision, expected);
    const row = stored ?? new TemplateTranslationModel({ templateId, locale });
    const before = stored?.toObject<TemplateTranslation>() ?? null;
    row.set({ ...fields, ...(labels === undefined ? {} : { labels: toLabels(labels) }), sections, items });
    const texts = changedTexts(before, row.toObject<TemplateTranslation>());
    if (before && texts.length === 0) return;
    await row.save();
    const change = { field: 'locale', before: before && locale, after: locale };
    await recordTranslation(before ? 'template-translation.updated' : 'template-translation.created', templateId, [
      change,
      { field: 'texts', before: null, after: texts },
    ]);
  });
}

/** Deletes the texts of a template in one language; throws NOT_FOUND, VALIDATION. */
export async function deleteTemplateTranslation(templateId: string, tag: string): Promise<void> {
  const locale = localeOf(tag);
  await findTemplate(templateId);
  await inTransaction(async () => {
    const { deletedCount } = await TemplateTranslationModel.deleteOne({ templateId, locale });
    if (deletedCount === 0) throw notFound();
    await recordTranslation('template-translation.deleted', templateId, [
      { field: 'locale', before: locale, after: null },
    ]);
  });
}

/** Copies the translations of a template to its clone. Call it in the transaction of the clone. */
export async function copyTranslations(fromId: string, templateId: string): Promise<void> {
  const rows = await TemplateTranslationModel.find({ templateId: fromId }).lean<TemplateTranslation[]>();
  await bulkInsert(
    TemplateTranslationModel,
    rows.map(({ locale, name, description, labels, sections, items }) => ({
      templateId,
      locale,
      name,
      description,
      labels,
      sections,
      items,
    })),
  );
}

/** Deletes the translations of a template, in the transaction that deletes it. */
export async function deleteTranslations(templateId: string): Promise<void> {
  await TemplateTranslationModel.deleteMany({ templateId });
}

/** Returns trimmed labels; an empty list when all are missing. */
function toLabels(labels: readonly string[] | null): TranslatedTexts['labels'] {
  const trimmed = (labels ?? []).map((label) => label.trim());
  return trimmed.some(Boolean) ? trimmed : [];
}

/** The entry names the changed texts but not their content, because an erasure may have to change that in the template. */
async function recordTranslation(
  event: 'template-translation.created' | 'template-translation.updated' | 'template-translation.deleted',
  entityId: string,
  changes: AuditChange[],
): Promise<void> {
  await recordAudit(event, { entityType: AuditEntity.EvaluationTemplate, entityId, changes });
}
