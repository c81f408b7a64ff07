import { CompetencyCategoryModel } from '../../shared/framework/competency-category.model';
import { CompetencyModel } from '../../shared/framework/competency.model';
import { conflict } from '../../shared/kernel/errors';
import { newId } from '../../shared/kernel/ids';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { type ExpectedRevision, rowToChange } from '../db/expected-revision';
import type { CreateCompetencyCategory, UpdateCompetencyCategory } from './competency-categories.dto';

/** Creates a category and returns its id; throws CONFLICT when the id is taken. */
export async function createCompetencyCategory(input: CreateCompetencyCategory): Promise<string> {
  const { id, ...fields } = input;
  const row = new CompetencyCategoryModel({ ...fields, _id: id ?? newId() });
  await row.save();
  return row._id;
}

/** Updates a category: omitted fields keep their values, null clears; throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT. */
export async function updateCompetencyCategory(
  id: string,
  input: UpdateCompetencyCategory,
  expected?: ExpectedRevision,
): Promise<void> {
  const row = await rowToChange(CompetencyCategoryModel, id, expected);
  row.set(input);
  await row.save();
}

/** Soft-deletes a category without competencies; throws NOT_FOUND, CONFLICT. */
export async function deleteCompetencyCategory(id: string): Promise<void> {
  const row = await rowToChange(CompetencyCategoryModel, id);
  if (await CompetencyModel.exists({ categoryId: id })) throw conflict(refusal('CATEGORY_HAS_COMPETENCIES'));
  row.isDeleted = true;
  await row.save();
}
