import { enqueue } from '../../../shared/jobs/enqueue';
import type { Job } from '../../../shared/jobs/job.model';
import { CSV_DATE_FORMATS } from '../../../shared/kernel/csv-dates.rules';
import { invalid } from '../../../shared/kernel/errors';
import { sentence } from '../../../shared/kernel/refusals/sentence';
import { employeeCsvColumns } from '../../../shared/people/import-heading.store';
import { storeCsvUpload } from '../../http/csv-upload';
import type { Upload } from '../../http/upload';

/** Stores an uploaded CSV file and starts its import; throws VALIDATION, PAYLOAD_TOO_LARGE. */
export async function startEmployeeImport(
  upload: Upload,
  options: { dryRun: boolean; dateFormat: string },
): Promise<Job & { type: 'people.import-employees' }> {
  const dateFormat = CSV_DATE_FORMATS.find((format) => format === options.dateFormat.toLowerCase());
  if (!dateFormat) throw invalid({ field: 'dateFormat', ...sentence`must be one of ${CSV_DATE_FORMATS.join(', ')}` });
  const fileId = await storeCsvUpload(upload, await employeeCsvColumns());
  return enqueue('people.import-employees', { fileId, dateFormat, dryRun: options.dryRun });
}
