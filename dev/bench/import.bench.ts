import { Readable } from 'node:stream';
import csvParser from 'csv-parser';
import { saveFile } from '../../shared/infra/files';
import { FilePurpose } from '../../shared/infra/stored-file.model';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { runJob } from '../../test/support/run-handler';
import type { Comparison } from './measure';
import { makeTenant, rawTwin, within } from './tenant';

const UNCHANGED = '2020-01-15';
const DAY_MS = 86_400_000;
/** Days in which hire dates lie. */
const DAYS = 10_000;

/** Import of a CSV of `count` employees (25,000 are 1.7 MB) against csv-parser and insertMany of the same documents. */
export async function importComparison(count: number): Promise<Comparison> {
  const csv = Buffer.from(employeesCsv(count));
  const twin = await rawTwin(EmployeeModel);
  let tenantId = '';
  let fileId = '';
  let documents: object[] = [];
  const prepareOurs = async (): Promise<void> => {
    tenantId = await makeTenant();
    fileId = await upload(tenantId, csv);
  };
  return {
    work: `import of ${count.toLocaleString('en')} rows (${(csv.length / 1024 / 1024).toFixed(1)} MB)`,
    against: 'csv-parser + insertMany of the same documents',
    atMost: 2,
    memoryAtMost: 150,
    prepareOurs,
    ours: () => within(tenantId, () => runJob('people.import-employees', { fileId, dateFormat: 'iso', dryRun: false })),
    made: () => within(tenantId, async () => EmployeeModel.countDocuments()),
    expected: count,
    prepareRaw: async () => {
      documents = twin.copies(await within(tenantId, () => EmployeeModel.find().lean<Employee[]>().exec()));
    },
    raw: async () => {
      for await (const _row of Readable.from([csv]).pipe(csvParser()));
      await twin.insert(documents);
    },
  };
}

/**
 * Import of a file of `count` employees, of whom one in `everyNth` has another hire date, each an own one, against the import that
 * created them. A change also writes an audit entry, encrypted by person and chained.
 */
export function updateComparison(count: number, everyNth: number): Comparison {
  const created = Buffer.from(employeesCsv(count));
  const changed = Buffer.from(employeesCsv(count, (at) => (at % everyNth === 0 ? dayAfter(at) : UNCHANGED)));
  const expected = Math.ceil(count / everyNth);
  let tenantId = '';
  let fileId = '';
  const prepare = async (): Promise<void> => {
    tenantId = await makeTenant();
    fileId = await upload(tenantId, created);
  };
  const run = (mode: 'add' | 'update'): Promise<unknown> =>
    within(tenantId, () => runJob('people.import-employees', { fileId, dateFormat: 'iso', dryRun: false, mode }));
  return {
    work: `update import of ${count.toLocaleString('en')} rows, ${expected.toLocaleString('en')} changed`,
    against: 'the creating import',
    atMost: 2,
    memoryAtMost: 150,
    rounds: 3,
    prepareOurs: async () => {
      await prepare();
      await run('add');
      fileId = await upload(tenantId, changed);
    },
    ours: () => run('update'),
    made: () => within(tenantId, async () => EmployeeModel.countDocuments({ hireDate: { $ne: UNCHANGED } })),
    expected,
    prepareRaw: prepare,
    raw: () => run('add'),
  };
}

function upload(tenantId: string, csv: Buffer): Promise<string> {
  return within(tenantId, async () => {
    const file = { name: 'employees.csv', contentType: 'text/csv', purpose: FilePurpose.Import, createdBy: null };
    return (await saveFile(csv, file))._id;
  });
}

const dayAfter = (at: number): string =>
  new Date(Date.parse('1990-01-01') + (at % DAYS) * DAY_MS).toISOString().slice(0, 10);

/** A file of `count` employees, eight to a manager. */
export function employeesCsv(count: number, hireDateOf: (at: number) => string = () => UNCHANGED): string {
  const line = (at: number): string => {
    const manager = at === 0 ? '' : `person${Math.floor((at - 1) / 8)}@co.example`;
    return `First${at},Last${at},person${at}@co.example,E${at},${manager},${hireDateOf(at)}`;
  };
  return [
    'firstname,lastname,email,employeecode,manager,hiredate',
    ...Array.from({ length: count }, (_, at) => line(at)),
  ].join('\n');
}
