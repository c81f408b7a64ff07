import { Readable } from 'node:stream';
import csvParser from 'csv-parser';
import { saveFile } from '../../shared/infra/files';
import { FilePurpose } from '../../shared/infra/stored-file.model';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { runJob } from '../../test/support/run-handler';
import type { Comparison } from './measure';
import { makeTenant, rawTwin, within } from './tenant';

/** Import of a CSV of `count` employees (25,000 are about 2 MB) against csv-parser and insertMany of the same documents. */
export async function importComparison(count: number): Promise<Comparison> {
  const csv = Buffer.from(employeesCsv(count));
  const twin = await rawTwin(EmployeeModel);
  let tenantId = '';
  let fileId = '';
  let documents: object[] = [];
  const upload = async (): Promise<void> => {
    tenantId = await makeTenant();
    fileId = await within(tenantId, async () => {
      const file = { name: 'employees.csv', contentType: 'text/csv', purpose: FilePurpose.Import, createdBy: null };
      return (await saveFile(csv, file))._id;
    });
  };
  return {
    work: `import of ${count.toLocaleString('en')} rows (${(csv.length / 1024 / 1024).toFixed(1)} MB)`,
    against: 'csv-parser + insertMany of the same documents',
    atMost: 2,
    memoryAtMost: 150,
    prepareOurs: upload,
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

function employeesCsv(count: number): string {
  const line = (at: number): string => {
    const manager = at === 0 ? '' : `person${Math.floor((at - 1) / 8)}@company.example`;
    return `First${at},Last${at},person${at}@company.example,E${at},${manager},2020-01-15`;
  };
  return [
    'firstname,lastname,email,employeecode,manager,hiredate',
    ...Array.from({ length: count }, (_, at) => line(at)),
  ].join('\n');
}
