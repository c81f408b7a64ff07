import { listRows } from '../../shared/db/list';
import { searchFilter } from '../../shared/db/search';
import { type EvaluationTemplate, EvaluationTemplateModel } from '../../shared/framework/evaluation-template.model';
import { requirementNames } from '../../shared/framework/requirement-names.store';
import { requirementIdOf, templateItems } from '../../shared/framework/template.rules';
import { notFound } from '../../shared/kernel/errors';
import type { PageRequest } from '../http/pagination';
import { type EvaluationTemplateView, toEvaluationTemplateView } from './evaluation-templates.dto';

/** One page of templates by name, the newest version first. */
export async function listEvaluationTemplates(
  { search, isCurrent }: { search?: string; isCurrent?: boolean },
  page: PageRequest,
): Promise<{ items: EvaluationTemplateView[]; totalCount: number }> {
  const filter = { ...searchFilter(search), ...(isCurrent === undefined ? {} : { isCurrent }) };
  const { rows, totalCount } = await listRows(EvaluationTemplateModel, filter, { name: 1, version: -1 }, page);
  return { items: await toViews(rows), totalCount };
}

/** One template; throws NOT_FOUND. */
export async function getEvaluationTemplate(id: string): Promise<EvaluationTemplateView> {
  const row = await EvaluationTemplateModel.findById(id).lean<EvaluationTemplate>();
  const [view] = row ? await toViews([row]) : [];
  if (!view) throw notFound();
  return view;
}

async function toViews(rows: readonly EvaluationTemplate[]): Promise<EvaluationTemplateView[]> {
  const name = await requirementNames(rows.flatMap((row) => templateItems(row).map(requirementIdOf)));
  return rows.map((row) => toEvaluationTemplateView(row, name));
}
