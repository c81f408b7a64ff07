import { listRows } from '../../shared/db/list';
import { searchFilter } from '../../shared/db/search';
import { type EvaluationTemplate, EvaluationTemplateModel } from '../../shared/framework/evaluation-template.model';
import { requirementNames } from '../../shared/framework/requirement-names.store';
import { requirementIdOf, templateItems } from '../../shared/framework/template.rules';
import { notFound } from '../../shared/kernel/errors';
import type { PageRequest } from '../http/pagination';
import { type EvaluationTemplateView, toEvaluationTemplateView } from './evaluation-templates.dto';
import { requirementLevels } from './requirement-levels.store';

/** One page of templates by name, the newest version first. */
export async function listEvaluationTemplates(
  { search, isCurrent }: { search?: string; isCurrent?: boolean },
  page: PageRequest,
): Promise<{ items: EvaluationTemplateView[]; totalCount: number }> {
  const filter = { ...searchFilter(search), ...(isCurrent === undefined ? {} : { isCurrent }) };
  const { rows, totalCount } = await listRows(EvaluationTemplateModel, filter, { searchText: 1, version: -1 }, page);
  const nameOf = await requirementNames(rows.flatMap((row) => templateItems(row).map(requirementIdOf)));
  return { items: rows.map((row) => toEvaluationTemplateView(row, nameOf)), totalCount };
}

/** Returns one template with the levels that its form shows; throws NOT_FOUND. */
export async function getEvaluationTemplate(id: string): Promise<EvaluationTemplateView> {
  const row = await EvaluationTemplateModel.findById(id).lean<EvaluationTemplate>();
  if (!row) throw notFound();
  const ids = templateItems(row).map(requirementIdOf);
  const [nameOf, levelsOf] = await Promise.all([requirementNames(ids), requirementLevels(ids)]);
  return toEvaluationTemplateView(row, nameOf, levelsOf);
}
