import { listRows } from '../../shared/db/list';
import { pickRows } from '../../shared/db/pick';
import { namesById } from '../../shared/db/references';
import { searchFilter } from '../../shared/db/search';
import { CompetencyCategoryModel } from '../../shared/framework/competency-category.model';
import { type Competency, CompetencyModel } from '../../shared/framework/competency.model';
import { notFound } from '../../shared/kernel/errors';
import type { PageRequest } from '../http/pagination';
import { type CompetencyView, toCompetencyView } from './competencies.dto';
import type { CodedOption } from './options.dto';

/** One page of competencies by name. */
export async function listCompetencies(
  { search, categoryId }: { search?: string; categoryId?: string },
  page: PageRequest,
): Promise<{ items: CompetencyView[]; totalCount: number }> {
  const filter = { ...searchFilter(search), ...(categoryId === undefined ? {} : { categoryId }) };
  const { rows, totalCount } = await listRows(CompetencyModel, filter, { searchText: 1 }, page);
  return { items: await toViews(rows), totalCount };
}

/** Throws NOT_FOUND. */
export async function getCompetency(id: string): Promise<CompetencyView> {
  const row = await CompetencyModel.findById(id).lean<Competency>();
  const [view] = row ? await toViews([row]) : [];
  if (!view) throw notFound();
  return view;
}

export async function competencyOptions(): Promise<CodedOption[]> {
  const rows = await pickRows(CompetencyModel.find().sort({ searchText: 1, _id: 1 }), 'name', 'code');
  return rows.map(({ _id, name, code }) => ({ id: _id, name, code }));
}

async function toViews(rows: readonly Competency[]): Promise<CompetencyView[]> {
  const ids = rows.map((row) => row.categoryId);
  const categoryName = await namesById(CompetencyCategoryModel, ids, 'name');
  return rows.map((row) => toCompetencyView(row, categoryName));
}
