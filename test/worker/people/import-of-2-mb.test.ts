import type { ImportResult } from '../../../shared/jobs/import-result';
import { type Job, JobModel } from '../../../shared/jobs/job.model';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { csvImport } from '../../support/csv-import';
import { endOf } from '../../support/finished-job';
import { useService } from '../../support/service';

const service = useService();
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

const { upload, imported } = csvImport<ImportResult>(
  service,
  '/api/employees/import-csv',
  () => tenant.hr,
  'people.csv',
);
const ROW = 'firstname,lastname,email\nMaría,Núñez,maria@x.example\n';

test('2 MB are accepted, one byte more is 413', async () => {
  const most = 2 * 1024 * 1024;
  const padded = (size: number) => Buffer.concat([Buffer.from(ROW), Buffer.alloc(size - Buffer.byteLength(ROW), '\n')]);
  expect((await imported(padded(most))).created).toBe(1);
  const over = await upload(padded(most + 1));
  expect([over.status, over.body.errorCode]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

test('a file below 2 MB has as many rows as it likes', async () => {
  const rows = 60_000;
  const lines = Array.from({ length: rows }, (_, row) => `Name ${row},Surname,${row}@x.example`);
  const text = ['firstname,lastname,email', ...lines].join('\n');
  expect(text.length).toBeLessThan(2 * 1024 * 1024);
  const answer = await upload(text, '?dryRun=true').set('Prefer', 'respond-async');
  expect(answer.status).toBe(202);
  const job = await tenant.within(async () => endOf(await JobModel.findOne().orFail().lean<Job>()));
  expect(job).toMatchObject({ status: 'Succeeded', result: { total: rows, created: rows } });
});
