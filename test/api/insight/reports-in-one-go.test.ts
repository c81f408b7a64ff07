import JSZip from 'jszip';
import { waitForJob } from '../../../api/platform/jobs/watch';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { storePublishedResults } from '../../../shared/evaluation/disclosure/published-results.store';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { readFile } from '../../../shared/infra/files';
import type { Payload } from '../../../shared/jobs/contract';
import type { ReportsResult } from '../../../shared/jobs/export-result';
import { JobModel, JobStatus, type Job } from '../../../shared/jobs/job.model';
import { now } from '../../../shared/kernel/clock';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { makeEmployee, makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { readBytes } from '../../support/read-bytes';
import { runJob } from '../../support/run-handler';
import { useService } from '../../support/service';
import { pdfText } from '../../worker/render/pdf.probe';

// The reports of many subjects as one ZIP, with what their viewer may see.

const service = useService();
const { Self, Manager, Peer, DirectReport } = EvaluatorType;

let tenant: TestTenant;
let cycleId: string;
let ids: Record<'ana' | 'namesake' | 'elsewhere', string>;
let tokens: Record<'manager' | 'ana' | 'lead', string>;

beforeAll(async () => {
  tenant = await makeTenant();
  const lead = await makeEmployee(tenant, {});
  const manager = await makeEmployee(tenant, { managerId: lead._id });
  const of = (lastName: string, more: object) => makeEmployee(tenant, { firstName: 'Ana', lastName, ...more });
  const ana = await of('Prueba', { managerId: manager._id, employeeCode: 'E1' });
  const namesake = await of('PRUEBA', { managerId: manager._id, employeeCode: 'E2' });
  const elsewhere = await of('Zeta', { managerId: lead._id, employeeCode: 'E3' });
  const evaluators = [
    { type: Self, rating: 4, comment: 'by myself' },
    { type: Manager, rating: 5, comment: 'by the manager' },
    ...[1, 2, 3].map((n) => ({ type: Peer, rating: 3, comment: `by peer ${n}` })),
    { type: DirectReport, rating: 1, comment: 'by one report' },
  ];
  const made = await makeEvaluatedCycle(tenant, {
    cycle: { name: 'Yearly', status: CycleStatus.Closed, closedAt: now() },
    subjects: [ana, namesake, elsewhere].map((employee) => ({ employee, evaluators })),
  });
  cycleId = made.cycle._id;
  ids = { ana: ana._id, namesake: namesake._id, elsewhere: elsewhere._id };
  await tenant.within(() => storePublishedResults(cycleId, Object.values(ids)));
  tokens = {
    manager: await tenant.signedIn({ employeeId: manager._id }),
    ana: await tenant.signedIn({ employeeId: ana._id }),
    lead: await tenant.signedIn({ employeeId: lead._id }),
  };
  await tenant.within(() => UserModel.updateOne({ employeeId: ana._id }, { $set: { locale: 'es-ES' } }));
});

const ask = (token: string, body: object, of = cycleId) =>
  service().call('post', `/api/evaluation-results/${of}/export-reports`, token).send(body);

/** The texts of the reports in the ZIP by file name, once the job has ended. */
async function reportsOf(token: string, body: object): Promise<Record<string, string>> {
  const started = await ask(token, body);
  expect([started.status, started.headers.location]).toEqual([202, `/api/jobs/${started.body.id}`]);
  const job = await tenant.within(async () => waitForJob((await JobModel.findById(started.body.id).lean<Job>())!, 40));
  expect([job.status, job.error]).toEqual([JobStatus.Succeeded, null]);
  const path = `${started.headers.location}/file`;
  const file = await service().call('get', path, token).buffer(true).parse(readBytes);
  expect([file.status, file.headers['content-type']]).toEqual([200, 'application/zip']);
  const zip = await JSZip.loadAsync(file.body as Buffer);
  const found = await Promise.all(
    Object.values(zip.files).map(async (entry) => [entry.name, pdfText(await entry.async('nodebuffer'))] as const),
  );
  expect((job.result as { reports: number }).reports).toBe(found.length);
  return Object.fromEntries(found);
}

const NOT_PUBLISHED = 'Not published yet';

test('HR, complete: everyone of the cycle, named by person, namesakes by code', async () => {
  const reports = await reportsOf(tenant.hr, { view: 'HR' });
  const names = Object.keys(reports).sort();
  expect(names).toHaveLength(3);
  expect(names[2]).toBe('Ana Zeta.pdf');
  // On many disks both names would be the same file.
  expect(names.filter((name) => /^Ana PRUEBA( \(E2\))?\.pdf$|^Ana Prueba( \(E1\))?\.pdf$/.test(name))).toHaveLength(2);
  expect(names.filter((name) => name.includes('('))).toHaveLength(1);
  for (const text of Object.values(reports)) {
    expect(text).toContain('by one report');
    expect(text).not.toContain(NOT_PUBLISHED);
  }
});

test('HR, as the subject reads it: what publishing now would show, in the language of the subject, and the file says so', async () => {
  const reports = await reportsOf(tenant.hr, { view: 'Subject', subjectIds: [ids.ana, ids.elsewhere] });
  expect(Object.keys(reports).sort()).toEqual(['Ana Prueba.pdf', 'Ana Zeta.pdf']);
  expect(reports['Ana Prueba.pdf']).toContain('Aún no se ha publicado');
  expect(reports['Ana Zeta.pdf']).toContain(NOT_PUBLISHED);
  for (const text of Object.values(reports)) {
    expect(text).toContain('by peer 1');
    expect(text).not.toContain('by one report');
  }
});

test('while evaluators answer: as if published now', async () => {
  const running = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Open },
    subjects: [
      {
        evaluators: [
          ...[1, 2, 3].map((n) => ({ type: Peer, rating: 3, comment: `by peer ${n}` })),
          { type: DirectReport, rating: 1, comment: 'by one report' },
        ],
      },
    ],
  });
  const before = cycleId;
  cycleId = running.cycle._id;
  try {
    const [text = ''] = Object.values(await reportsOf(tenant.hr, { view: 'Subject' }));
    expect(text).toContain(NOT_PUBLISHED);
    expect(text).toContain('by peer 2');
    expect(text).not.toContain('by one report');
  } finally {
    cycleId = before;
  }
});

test('once published: exactly the report that the subject gets', async () => {
  await tenant.within(() => CycleModel.updateOne({ _id: cycleId }, { $set: { resultsPublishedAt: now() } }));
  await tenant.within(() => storePublishedResults(cycleId, Object.values(ids)));
  const reports = await reportsOf(tenant.hr, { view: 'Subject', subjectIds: [ids.ana] });
  const own = await service()
    .call('post', '/api/evaluation-results/export-pdf', tokens.ana)
    .send({ cycleId, subjectId: ids.ana })
    .buffer(true)
    .parse(readBytes);
  // The moment at which it was made is in the footer.
  const content = (text = ''): string => text.replace(/\d{1,2}:\d{2}(:\d{2})?/g, '');
  expect(content(reports['Ana Prueba.pdf'])).toBe(content(pdfText(own.body as Buffer)));
  await tenant.within(() => CycleModel.updateOne({ _id: cycleId }, { $set: { resultsPublishedAt: null } }));
});

test('a manager: direct reports alone, as managers see them', async () => {
  const reports = await reportsOf(tokens.manager, { view: 'Subject' });
  expect(Object.keys(reports).filter((name) => /^Ana prueba/i.test(name))).toHaveLength(2);
  expect(Object.keys(reports)).toHaveLength(2);
  for (const text of Object.values(reports)) {
    expect(text).toContain('by peer 1');
    expect(text).not.toContain('by one report');
    expect(text).not.toContain(NOT_PUBLISHED);
  }
});

test.each([
  ['a manager who asks for HR’s view', 'manager', { view: 'HR' }, 403],
  ['a manager who names someone else’s report', 'manager', { view: 'Subject', subjectIds: ['ana', 'elsewhere'] }, 404],
  ['someone without direct reports', 'ana', { view: 'Subject' }, 404],
  ['someone who names themselves', 'ana', { view: 'Subject', subjectIds: ['ana'] }, 404],
  ['HR with a subject that does not exist', 'hr', { view: 'HR', subjectIds: ['ana', newId()] }, 404],
  ['HR with a department that does not exist', 'hr', { view: 'HR', departmentId: newId() }, 404],
  ['no view', 'hr', {}, 400],
  ['no subject', 'hr', { view: 'HR', subjectIds: [] }, 400],
  ['another view', 'hr', { view: 'Peer' }, 400],
  ['too many subjects', 'hr', { view: 'HR', subjectIds: Array.from({ length: 1_001 }, () => newId()) }, 400],
] as const)('%s: refused', async (_case, who, body, status) => {
  const named = 'subjectIds' in body ? body.subjectIds.map((id) => ids[id as keyof typeof ids] ?? id) : undefined;
  const token = who === 'hr' ? tenant.hr : tokens[who];
  const answer = await ask(token, { ...body, ...(named ? { subjectIds: named } : {}) });
  expect(answer.status).toBe(status);
  if (status === 403) expect(answer.text).toBe('');
});

test('a manager downloads the file only while all of its reports are visible', async () => {
  const started = await ask(tokens.manager, { view: 'Subject' });
  await tenant.within(async () => waitForJob((await JobModel.findById(started.body.id).lean<Job>())!, 40));
  const download = () => service().call('get', `${started.headers.location}/file`, tokens.manager);
  expect((await download()).status).toBe(200);
  const { managerId } = await tenant.within(async () => (await EmployeeModel.findById(ids.namesake))!);
  await tenant.within(() => EmployeeModel.updateOne({ _id: ids.namesake }, { $set: { managerId: null } }));
  expect((await download()).status).toBe(404);
  expect((await service().call('get', `${started.headers.location}/file`, tokens.lead)).status).toBe(404);
  await tenant.within(() => EmployeeModel.updateOne({ _id: ids.namesake }, { $set: { managerId } }));
  expect((await download()).status).toBe(200);
});

/** Runs the job as a worker does; `progress` is called before the first report is read. */
async function printed(
  payload: Partial<Payload<'insight.export-reports'>>,
  progress: () => Promise<void> = async () => {},
): Promise<{ result: ReportsResult; names: string[]; note: string | undefined }> {
  const whole = { cycleId, departmentId: null, subjectIds: null, viewerId: null, view: 'HR' as const, ...payload };
  let fileId = '';
  const setFile = (id: string): void => void (fileId = id);
  return tenant.within(async () => {
    const result = await runJob('insight.export-reports', whole, { progress, setFile });
    const zip = await JSZip.loadAsync(await readFile(fileId));
    const names = Object.keys(zip.files);
    return { result, names, note: await zip.file('Left out.txt')?.async('string') };
  });
}

test('the files are in the order of the names, whichever is printed first', async () => {
  const people = await Promise.all(
    ['Lopez', 'Adams', 'Mora', 'Baker', 'Dunn', 'Cole', 'Evans'].map((lastName) =>
      makeEmployee(tenant, { firstName: 'Zoe', lastName }),
    ),
  );
  // The first ones have the longest reports.
  const { cycle } = await makeEvaluatedCycle(tenant, {
    subjects: people.map((employee) => ({
      employee,
      evaluators: Array.from({ length: employee.lastName < 'C' ? 40 : 1 }, () => ({
        type: Peer,
        comment: 'word '.repeat(300),
      })),
    })),
  });
  const sorted = ['Adams', 'Baker', 'Cole', 'Dunn', 'Evans', 'Lopez', 'Mora'].map((name) => `Zoe ${name}.pdf`);
  expect((await printed({ cycleId: cycle._id })).names).toEqual(sorted);
});

test('whoever is deleted during the job is left out, which the ZIP and the result say', async () => {
  const people = await Promise.all(
    ['Abt', 'Beer', 'Carl'].map((lastName) => makeEmployee(tenant, { firstName: 'Ivo', lastName })),
  );
  const { cycle } = await makeEvaluatedCycle(tenant, { subjects: people.map((employee) => ({ employee })) });
  const [abt = '', beer = '', carl = ''] = people.map(({ _id }) => _id);
  const payload = { cycleId: cycle._id, subjectIds: [abt, beer, carl] };
  await service().call('delete', `/api/employees/${abt}`, tenant.hr).expect(204); // after the request
  let isDeleted = false;
  const whileRunning = async (): Promise<void> => {
    if (isDeleted) return;
    isDeleted = true;
    await EmployeeModel.updateOne({ _id: beer }, { $set: { isDeleted: true } }); // after the subjects were read
  };
  const { result, names, note } = await printed(payload, whileRunning);
  expect(names).toEqual(['Ivo Carl.pdf', 'Left out.txt']);
  expect(note).toContain('2 reports are missing');
  expect(result).toMatchObject({ reports: 1, leftOut: [abt, beer] });
  await tenant.within(() => EmployeeModel.updateOne({ _id: carl }, { $set: { isDeleted: true } }));
  await expect(printed(payload)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('the job says how far it is, and what it was about', async () => {
  const started = await ask(tenant.hr, { view: 'HR' });
  const job = await tenant.within(async () => waitForJob((await JobModel.findById(started.body.id).lean<Job>())!, 40));
  expect(job.progress).toEqual({ done: 3, total: 3 });
  const { body } = await service().call('get', `/api/jobs/${job._id}`, tenant.hr);
  expect(body).toMatchObject({ type: 'insight.export-reports', canRunAgain: true, about: [{ kind: 'Cycle' }] });
  const again = await service().call('post', `/api/jobs/${job._id}/run-again`, tenant.hr);
  expect(again.status).toBe(202);
  await tenant.within(async () => waitForJob((await JobModel.findById(again.body.id).lean<Job>())!, 40));
});
