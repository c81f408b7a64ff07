import { listRows } from '../../shared/db/list';
import { searchFilter } from '../../shared/db/search';
import { type CompetencyCategory, CompetencyCategoryModel } from '../../shared/framework/competency-category.model';
import { notFound } from '../../shared/kernel/errors';
import type { PageRequest } from '../http/pagination';
import { type CompetencyCategoryView, toCompetencyCategoryView } from './competency-categories.dto';

/** One page of categories in their order. */
export async function listCompetencyCategories(
  search: string | undefined,
  page: PageRequest,
): Promise<{ items: CompetencyCategoryView[]; totalCount: number }> {
  const sort = { order: 1, searchText: 1 } as const;
  const { rows, totalCount } = await listRows(CompetencyCategoryModel, searchFilter(search), sort, page);
  return { items: rows.map(toCompetencyCategoryView), totalCount };
}

/** Throws NOT_FOUND. */
export async function getCompetencyCategory(id: string): Promise<CompetencyCategoryView> {
  const row = await CompetencyCategoryModel.findById(id).lean<CompetencyCategory>();
  if (!row) throw notFound();
  return toCompetencyCategoryView(row);
}
