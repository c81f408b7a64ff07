import { foldForSearch } from '../../shared/db/search';
import { CompetencyCategoryModel } from '../../shared/framework/competency-category.model';
import { CompetencyModel } from '../../shared/framework/competency.model';
import { conflict, notFound } from '../../shared/kernel/errors';
import { assertMatches } from '../http/resource';
import type { CreateCompetencyCategory, UpdateCompetencyCategory } from './competency-categories.dto';

/** Creates a category and returns its id; throws CONFLICT when the id is taken. */
export async function createCompetencyCategory(input: CreateCompetencyCategory): Promise<string> {
  const { id, ...fields } = input;
  const row = new CompetencyCategoryModel({ ...fields, ...(id ? { _id: id } : {}) });
  row.searchText = foldForSearch(row.name);
  await row.save();
  return row._id;
}

/** Changes a category: absent fields stay, null clears; throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT. */
export async function updateCompetencyCategory(
  id: string,
  input: UpdateCompetencyCategory,
  ifMatch?: string,
): Promise<void> {
  const row = await CompetencyCategoryModel.findById(id);
  if (!row) throw notFound();
  assertMatches(ifMatch, row.revision);
  row.set(input);
  row.searchText = foldForSearch(row.name);
  await row.save();
}

/** Soft-deletes a category without competencies; throws NOT_FOUND, CONFLICT. */
export async function deleteCompetencyCategory(id: string): Promise<void> {
  const row = await CompetencyCategoryModel.findById(id);
  if (!row) throw notFound();
  if (await CompetencyModel.exists({ categoryId: id }))
    throw conflict('Competencies belong to this category; move or delete them first.');
  row.isDeleted = true;
  await row.save();
}
