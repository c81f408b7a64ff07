import { JobProfileModel } from '../../../shared/framework/job-profile.model';
import { saveFile } from '../../../shared/infra/files';
import { FilePurpose } from '../../../shared/infra/stored-file.model';
import type { ImportResult } from '../../../shared/jobs/import-result';
import { newId } from '../../../shared/kernel/ids';
import { importJobProfiles } from '../../../worker/framework/import-job-profiles.job';
import { makeDepartment } from '../../factories/department';
import { makeCompetency, makeJobProfile } from '../../factories/framework';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { csvImport } from '../../support/csv-import';
import { runHandler } from '../../support/run-handler';
import { useService } from '../../support/service';

const service = useService();
const PATH = '/api/job-profiles/import-csv';
let tenant: TestTenant;
let planning: string;
let listening: string;
beforeEach(async () => {
  tenant = await makeTenant();
  [planning, listening] = await tenant.within(async () => [
    (await makeCompetency({ name: 'Planning', code: 'PLA' }))._id,
    (await makeCompetency({ name: 'Listening', code: null }))._id,
  ]);
});

const { upload, imported } = csvImport<ImportResult>(service, PATH, () => tenant.hr);
const profiles = async () =>
  (await service().call('get', '/api/job-profiles', tenant.hr)).body.items as {
    id: string;
    code: string | null;
    name: string;
    departmentId: string | null;
    requirements: object[];
  }[];
const HEADER = 'code;name;department;competency;requiredlevel;critical\r\n';

test('rows of one code are one profile with their requirements; the counts are of profiles', async () => {
  const departmentId = await tenant.within(() => makeDepartment('Sales'));
  const result = await imported(
    `${HEADER}S1;Seller;Sales;PLA;3;no\r\nS1;Seller;;listening;4;Sí\r\n;Intern;;;;\r\n;Intern;;planning;1;\r\n`,
  );
  expect(result).toMatchObject({ total: 2, created: 2, skipped: 0, errors: 0 });
  const [intern, seller] = await profiles();
  expect(seller).toMatchObject({
    code: 'S1',
    departmentId,
    requirements: [
      { competencyId: planning, requiredLevel: 3, isCritical: false },
      { competencyId: listening, requiredLevel: 4, isCritical: true },
    ],
  });
  expect(intern).toMatchObject({ code: null, requirements: [{ competencyId: planning, requiredLevel: 1 }] });
  expect(result.rows.map(({ jobProfileId }) => jobProfileId)).toEqual([seller?.id, seller?.id, intern?.id, intern?.id]);
});

test('a row with an error keeps its whole profile out, and only that', async () => {
  const result = await imported(
    `${HEADER}A;Analyst;;PLA;3;\r\nA;Analyst;;Unknown;3;\r\nB;Baker;Nowhere;PLA;6;perhaps\r\nC;Cook;Nowhere;PLA;2;\r\n`,
  );
  expect(result).toMatchObject({ total: 3, created: 1, skipped: 0, errors: 2 });
  expect(
    result.rows.map(({ outcome, reasons = [], warnings }) => [outcome, reasons.map(({ code }) => code), warnings]),
  ).toEqual([
    ['error', ['JOB_PROFILE_HAS_FAULTY_ROW'], []],
    ['error', ['REFERENCE_NOT_FOUND'], []],
    ['error', ['REQUIRED_LEVEL_NOT_IN_RANGE', 'CRITICAL_NOT_YES_OR_NO'], ['department "Nowhere" was not found']],
    ['created', [], ['department "Nowhere" was not found']],
  ]);
  expect((await profiles()).map(({ name }) => name)).toEqual(['Cook']);
});

test('what exists is skipped, so that the same file can be imported again', async () => {
  await tenant.within(() => makeJobProfile([], { code: 'OLD', name: 'Old' }));
  const file = `${HEADER}OLD;Renamed;;PLA;3;\r\n;New;;PLA;3;\r\n;New;;PLA;4;\r\n;Other;;PLA;4;\r\n`;
  expect(await imported(file)).toMatchObject({ total: 3, created: 1, skipped: 1, errors: 1 });
  expect(await imported(file)).toMatchObject({ total: 3, created: 0, skipped: 2, errors: 1 });
});

test('a dry run makes nothing; a file without names is refused', async () => {
  const { body } = await upload(`${HEADER};New;;PLA;3;\r\n`, '?dryRun=true');
  expect(body).toMatchObject({ created: 1, dryRun: true, rows: [{ outcome: 'created', jobProfileId: null }] });
  expect(await profiles()).toEqual([]);
  expect((await upload('code;competency\r\nA;PLA\r\n')).status).toBe(400);
});

test('a run that was killed has written nothing, and the next one ends it', async () => {
  await tenant.within(async () => {
    const bytes = Buffer.from(`${HEADER}A;Analyst;;PLA;3;\r\n`);
    const meta = { name: 'rows.csv', contentType: 'text/csv', purpose: FilePurpose.Import, createdBy: newId() };
    const { _id: fileId } = await saveFile(bytes, meta);
    const payload = { fileId, dryRun: false };
    const jobId = newId();
    const killed = runHandler(importJobProfiles, payload, {
      jobId,
      progress: () => Promise.reject(new Error('killed')),
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await JobProfileModel.countDocuments()).toBe(0);
    expect(await runHandler(importJobProfiles, payload, { jobId })).toMatchObject({ created: 1, errors: 0 });
    expect(await JobProfileModel.countDocuments()).toBe(1);
  });
});
