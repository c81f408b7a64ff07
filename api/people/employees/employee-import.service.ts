import { readCsv } from '../../../shared/infra/csv';
import { enqueue } from '../../../shared/jobs/enqueue';
import type { UnknownName } from '../../../shared/jobs/import-result';
import type { Job } from '../../../shared/jobs/job.model';
import { CSV_DATE_FORMATS, type CsvDateFormat, decideDateFormat } from '../../../shared/kernel/csv-dates.rules';
import { AppError, invalid } from '../../../shared/kernel/errors';
import { isId } from '../../../shared/kernel/ids';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { IMPORT_MODES } from '../../../shared/people/employee-csv.rules';
import { DATE_COLUMN } from '../../../shared/people/import-heading.model';
import { employeeCsvColumns, rememberedDateFormat } from '../../../shared/people/import-heading.store';
import { storeCsvUpload } from '../../http/csv-upload';
import type { Upload } from '../../http/upload';
import { rememberDateFormat } from '../import-headings.service';

const DATE_OPTIONS = ['auto', ...CSV_DATE_FORMATS] as const;
const KINDS = ['departments', 'jobProfiles'] as const satisfies readonly UnknownName['kind'][];

/** The options of an import as the request has them. */
export interface ImportRequest {
  dryRun: boolean;
  dateFormat: string;
  create: string | undefined;
  mode: string;
  applyStatus: boolean;
  /** Ids with commas. */
  terminate: string | undefined;
}

/** Stores an uploaded CSV file and starts its import; throws VALIDATION, PAYLOAD_TOO_LARGE. */
export async function startEmployeeImport(
  upload: Upload,
  { dryRun, ...options }: ImportRequest,
): Promise<Job & { type: 'people.import-employees' }> {
  const chosen = oneOf(DATE_OPTIONS, 'dateFormat', options.dateFormat);
  const create = (options.create ?? '').split(',').filter((kind) => kind.trim() !== '');
  const kinds = [...new Set(create.map((kind) => oneOf(KINDS, 'create', kind.trim())))];
  const mode = oneOf(IMPORT_MODES, 'mode', options.mode);
  const terminate = idsOf(options.terminate);
  if (mode === 'add' && terminate.length > 0) throw invalid({ field: 'terminate', ...refusal('REQUIRES_MODE_UPDATE') });
  const columns = await employeeCsvColumns(mode);
  const fileId = await storeCsvUpload(upload, columns);
  const dateFormat = dryRun ? chosen : await settledDates(upload, columns, chosen);
  return enqueue('people.import-employees', {
    fileId,
    dateFormat,
    dryRun,
    create: kinds,
    mode,
    applyStatus: options.applyStatus,
    terminate,
  });
}

/** Returns the ids of a text with commas; throws VALIDATION. */
function idsOf(given = ''): string[] {
  const ids = given.split(',').flatMap((id) => id.trim().toLowerCase() || []);
  if (!ids.every(isId)) throw invalid({ field: 'terminate', ...refusal('MUST_BE_UUID_VERSION_4') });
  return [...new Set(ids)];
}

function oneOf<T extends string>(options: readonly T[], field: string, given: string): T {
  const found = options.find((option) => option.toLowerCase() === given.toLowerCase());
  if (!found) throw invalid({ field, ...refusal('NOT_ONE_OF', { choices: options.join(', ') }) });
  return found;
}

/**
 * Returns how the dates of a file are read, and remembers what was chosen for those that do not say it; throws VALIDATION on
 * `dateFormat`.
 */
async function settledDates(
  { bytes }: Upload,
  columns: Awaited<ReturnType<typeof employeeCsvColumns>>,
  chosen: (typeof DATE_OPTIONS)[number],
): Promise<CsvDateFormat> {
  const remembered = await rememberedDateFormat();
  const values: string[] = [];
  for await (const { cells } of readCsv(bytes, columns).rows) values.push(cells[DATE_COLUMN] ?? '');
  const { dateFormat, dateExamples } = decideDateFormat(values, chosen === 'auto' ? remembered : null);
  if (chosen !== 'auto') {
    if (dateFormat === null && chosen !== remembered) await rememberDateFormat(chosen);
    return chosen;
  }
  if (dateFormat !== null) return dateFormat;
  throw new AppError('VALIDATION', refusal('FIELDS_INVALID'), {
    validationErrors: [
      { field: 'dateFormat', ...refusal('DATES_READ_BOTH_WAYS', { examples: dateExamples.join(', ') }) },
    ],
    extra: { dateExamples },
  });
}
