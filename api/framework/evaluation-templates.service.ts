import { isDeepStrictEqual } from 'node:util';
import { pickRow } from '../../shared/db/pick';
import { missingReferences } from '../../shared/db/references';
import { inTransaction } from '../../shared/db/transaction';
import { cloneVersion, deleteVersion } from '../../shared/db/versions';
import { CompetencyModel } from '../../shared/framework/competency.model';
import { EvaluationTemplateModel } from '../../shared/framework/evaluation-template.model';
import { missingSkills } from '../../shared/framework/skill.store';
import { type TemplateContent, templateItems, validateTemplate } from '../../shared/framework/template.rules';
import { assertValid, conflict, notFound } from '../../shared/kernel/errors';
import { newId } from '../../shared/kernel/ids';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { type ExpectedRevision, rowToChange } from '../db/expected-revision';
import { followDeletion } from '../db/follow-deletion.store';
import type { CreateEvaluationTemplate, UpdateEvaluationTemplate } from './evaluation-templates.dto';
import { toScale, toSections } from './template-content';
import { copyTranslations, deleteTranslations } from './template-translations.service';
import type { NewVersion } from './versions.dto';

const MAX_ITEMS = 200;

/** Creates version 1 of a template and returns its id; throws VALIDATION, and CONFLICT when the id is taken. */
export async function createEvaluationTemplate(input: CreateEvaluationTemplate): Promise<string> {
  const { id, scale, sections, ...fields } = input;
  const content = { scale: toScale(scale), sections: toSections(sections) };
  await assertContent(content);
  const row = new EvaluationTemplateModel({ ...fields, ...content, _id: id ?? newId() });
  await row.save();
  return row._id;
}

/**
 * Updates a template: omitted fields keep their values, null clears. Throws NOT_FOUND, VALIDATION, PRECONDITION_FAILED,
 * and CONFLICT when it would change the content of a generated cycle.
 */
export async function updateEvaluationTemplate(
  id: string,
  input: UpdateEvaluationTemplate,
  expected?: ExpectedRevision,
): Promise<void> {
  const row = await rowToChange(EvaluationTemplateModel, id, expected);
  const { scale, sections, ...fields } = input;
  row.set(fields);
  const stored = row.toObject();
  const content = {
    scale: scale === undefined ? stored.scale : toScale(scale),
    sections: sections === undefined ? stored.sections : toSections(sections),
  };
  if (!isDeepStrictEqual(content, { scale: stored.scale, sections: stored.sections })) {
    if (row.frozenAt !== null) throw conflict(refusal('TEMPLATE_FROZEN'));
    await assertContent(content);
    row.set(content);
  }
  await row.save();
}

/**
 * Clones a template with its translations as the next version of its line, which becomes current; returns its id.
 * Throws NOT_FOUND, CONFLICT.
 */
export async function cloneEvaluationTemplate(id: string, { id: cloneId, name }: NewVersion): Promise<string> {
  return inTransaction(async () => {
    const clone = await cloneVersion(EvaluationTemplateModel, id, {
      frozenAt: null,
      _id: cloneId ?? newId(),
      ...(name ? { name } : {}),
    });
    await copyTranslations(id, clone);
    return clone;
  });
}

/** Soft-deletes a version of a template, and deletes its translations; throws NOT_FOUND, and CONFLICT when a generated cycle uses it. */
export async function deleteEvaluationTemplate(id: string): Promise<void> {
  const row = await pickRow(EvaluationTemplateModel.findById(id), 'frozenAt');
  if (!row) throw notFound();
  if (row.frozenAt !== null) throw conflict(refusal('TEMPLATE_NOT_DELETABLE'));
  await inTransaction(async () => {
    await deleteVersion(EvaluationTemplateModel, id);
    await deleteTranslations(id);
    await followDeletion('EvaluationTemplate', [id]);
  });
}

async function assertContent(content: TemplateContent): Promise<void> {
  const items = templateItems(content);
  if (items.length > MAX_ITEMS)
    assertValid([{ field: 'sections', ...refusal('TOO_MANY_ITEMS_IN_TOTAL', { max: MAX_ITEMS }) }]);
  assertValid(validateTemplate(content));
  const mapped = (key: 'competencyId' | 'skillId') =>
    content.sections.flatMap((section, sectionAt) =>
      section.items.map((item, itemAt) => ({ field: `sections[${sectionAt}].items[${itemAt}].${key}`, id: item[key] })),
    );
  const problems = await Promise.all([
    missingReferences(CompetencyModel, mapped('competencyId')),
    missingSkills(mapped('skillId')),
  ]);
  assertValid(problems.flat());
}
