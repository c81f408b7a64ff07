import { missingReferences } from '../../shared/db/references';
import { inTransaction } from '../../shared/db/transaction';
import { CompetencyCategoryModel } from '../../shared/framework/competency-category.model';
import { COMPETENCY_CSV_COLUMNS } from '../../shared/framework/competency-csv.rules';
import { type Competency, CompetencyModel } from '../../shared/framework/competency.model';
import { validateLevels, orderedLevels } from '../../shared/framework/level.rules';
import { enqueue } from '../../shared/jobs/enqueue';
import type { Job } from '../../shared/jobs/job.model';
import { assertValid, conflict } from '../../shared/kernel/errors';
import { newId } from '../../shared/kernel/ids';
import { type ExpectedRevision, rowToChange } from '../db/expected-revision';
import { followDeletion } from '../db/follow-deletion.store';
import { storeCsvUpload } from '../http/csv-upload';
import type { Upload } from '../http/upload';
import type { CreateCompetency, UpdateCompetency } from './competencies.dto';
import { refusalOfUse } from './requirement-use.store';

/** Creates a competency and returns its id; throws VALIDATION, and CONFLICT when the id or the code is taken. */
export async function createCompetency(input: CreateCompetency): Promise<string> {
  const { id, levels = [], ...fields } = input;
  const row = new CompetencyModel({ ...fields, levels: orderedLevels(levels), _id: id ?? newId() });
  await assertConsistent(row);
  await row.save();
  return row._id;
}

/**
 * Updates a competency: omitted fields keep their values, null clears; throws NOT_FOUND, VALIDATION,
 * PRECONDITION_FAILED, CONFLICT.
 */
export async function updateCompetency(
  id: string,
  input: UpdateCompetency,
  expected?: ExpectedRevision,
): Promise<void> {
  const row = await rowToChange(CompetencyModel, id, expected);
  const { levels, ...fields } = input;
  row.set(fields);
  if (levels !== undefined) row.set('levels', orderedLevels(levels));
  await assertConsistent(row);
  await row.save();
}

/** Soft-deletes a competency that no current job profile and no template references; throws NOT_FOUND, CONFLICT. */
export async function deleteCompetency(id: string): Promise<void> {
  await inTransaction(async () => {
    const row = await rowToChange(CompetencyModel, id);
    const why = await refusalOfUse('competencyId', [id]);
    if (why) throw conflict(why);
    row.isDeleted = true;
    await row.save();
    await followDeletion('Competency', [id]);
  });
}

/** Stores an uploaded CSV file and starts its import; throws VALIDATION, PAYLOAD_TOO_LARGE. */
export async function startCompetencyImport(
  upload: Upload,
  dryRun: boolean,
): Promise<Job & { type: 'framework.import-competencies' }> {
  const fileId = await storeCsvUpload(upload, COMPETENCY_CSV_COLUMNS);
  return enqueue('framework.import-competencies', { fileId, dryRun });
}

async function assertConsistent(row: Competency): Promise<void> {
  assertValid([
    ...validateLevels(row.levels, 'levels'),
    ...(await missingReferences(CompetencyCategoryModel, [{ field: 'categoryId', id: row.categoryId }])),
  ]);
}
