import { writeToOutbox } from '../../../shared/comms/mail/outbox';
import { searchKey } from '../../../shared/db/search';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { saveFile } from '../../../shared/infra/files';
import { FilePurpose, StoredFileModel } from '../../../shared/infra/stored-file.model';
import { JOB_NAMES } from '../../../shared/jobs/contract';
import { storeJob } from '../../../shared/jobs/enqueue';
import { ImportReportPartModel } from '../../../shared/jobs/import-report.model';
import { LEASE_MS } from '../../../shared/jobs/job-times';
import { JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { inMs, now } from '../../../shared/kernel/clock';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { PrivacyRequestModel } from '../../../shared/privacy/privacy-request.model';
import { PrivacyKind, PrivacyStatus, TextDecision } from '../../../shared/privacy/privacy-status';
import { PrivacyTextModel } from '../../../shared/privacy/privacy-text.model';
import { makeEmployee } from '../../factories/employee';
import { makeGoal } from '../../factories/goal';
import { makeOneOfEach } from '../../factories/one-of-each';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';
import { placesNaming, storedByService } from '../../support/stored-texts';

const service = useService({ ownDatabase: true });
const PATH = '/api/privacy-requests';
const FULL_NAME = 'Wilhelmina Ostrowska';
/** A row with it became nobody's, and nothing but the name says whom it is about. */
const MISTYPED = 'Wilhelmina.O(at)example.test';
const [EMAIL, CODE] = ['wilhelmina.o@example.test', 'WOS-3321'];

const places = async (): Promise<string[]> =>
  placesNaming(await storedByService(), [FULL_NAME, FULL_NAME.toLowerCase(), EMAIL, CODE]);

describe('erasure of someone who has everything', () => {
  let tenant: TestTenant;
  let personId: string;
  let cycleId: string;
  let accountId: string;

  const post = async (path: string, body: object, status = 200) => {
    const answer = await service().call('post', path, tenant.admin).send(body);
    expect([path, answer.status, answer.status === status ? null : answer.body]).toEqual([path, status, null]);
    return answer;
  };

  beforeAll(async () => {
    tenant = await makeTenant();
    const made = await makeOneOfEach(tenant);
    const ids = made.pathValues('/api/evaluation-results/{cycleId}/{subjectId}');
    [personId, cycleId] = [ids.subjectId ?? '', ids.cycleId ?? ''];
    const names = { firstName: 'Wilhelmina', lastName: 'Ostrowska', email: EMAIL, employeeCode: CODE };
    expect((await service().call('put', `/api/employees/${personId}`, tenant.admin).send(names)).status).toBe(200);
    await tenant.within(async () => {
      accountId = (await UserModel.findOne({ employeeId: personId }).lean())?._id ?? '';
      const account = { email: EMAIL, fullName: FULL_NAME, searchText: searchKey(FULL_NAME, EMAIL) };
      await UserModel.updateOne({ _id: accountId }, { $set: account });
      const comment = `${FULL_NAME} did well`;
      for (const { _id } of await ParticipantModel.find().lean())
        await ParticipantModel.updateOne({ _id }, { $set: { 'answers.0.comment': comment } });
      await makeGoal({ title: `Replace ${FULL_NAME}`, description: CODE });
    });
    await anythingOfTheService();
    await tenant.within(everythingThatNames);
  });

  /** What the service makes on request: exports, mails, an import report, an access file, published results. */
  async function anythingOfTheService(): Promise<void> {
    await post('/api/evaluation-results/export-pdf', { cycleId, subjectId: personId });
    await post('/api/gap-heatmap/export-excel', { cycleId });
    await post('/api/nine-box/export-excel', { cycleId });
    await post(`/api/evaluation-results/${cycleId}/publish`, {});
    await post(`/api/email-triggers/cycle/${cycleId}/results-published`, {});
    await post(`/api/users-admin/${accountId}/reset-password`, {});
    const csv = [
      'firstname,lastname,email,manager',
      `Wilhelmina,Ostrowska,${EMAIL},`,
      `Ana,Ruiz,ana ${FULL_NAME},`,
      `Wilhelmina,Ostrowska,${MISTYPED},`,
      // As files of HR systems have it.
      `WILHELMINA,OSTROWSKA,${MISTYPED},`,
      'Ana,Ruiz,ana,"OSTROWSKA, Wilhelmina"',
    ].join('\n');
    const imported = await service()
      .call('post', '/api/employees/import-csv', tenant.admin)
      .attach('file', Buffer.from(csv), { filename: `${FULL_NAME}.csv`, contentType: 'text/csv' });
    expect([imported.status, imported.body.skipped]).toEqual([200, 1]);
    for (const again of [`email,firstname\n${EMAIL},Wilma\n`, 'email,firstname,lastname\nnew@x.example,A,B\n']) {
      const checked = await service()
        .call('post', '/api/employees/import-csv?mode=update&dryRun=true', tenant.admin)
        .attach('file', Buffer.from(again), { filename: 'again.csv', contentType: 'text/csv' });
      expect([checked.status, checked.body.errors]).toEqual([200, 0]);
    }
    const access = await post(PATH, { employeeId: personId, kind: 'Access' }, 201);
    await decided(access.body.id, 'comments', { decision: 'Release' });
    await post(`${PATH}/${access.body.id}/complete`, {});
  }

  /** Rows of every kind whose file name, result, error, note or reason names the person. */
  async function everythingThatNames(): Promise<void> {
    const text = `About ${FULL_NAME} (${EMAIL}, ${CODE})`;
    for (const type of JOB_NAMES)
      for (const status of [JobStatus.Succeeded, JobStatus.Failed]) {
        const error = { code: 'CONFLICT', message: text, validationErrors: [{ field: 'file', message: text }] };
        const ended =
          status === JobStatus.Failed ? { error } : { result: { fileName: `${text}.pdf`, rows: [{ text }] } };
        const row = { type, payload: {}, progress: { done: 1, total: 1 }, requestId: newId(), sweepAfter: now() };
        await JobModel.create({ ...row, ...ended, status, finishedAt: now() });
      }
    const [other] = await Promise.all([makeEmployee()]);
    const hold = { until: inMs(60_000), reason: text, by: newId(), at: now() };
    await EmployeeModel.updateOne({ _id: other._id }, { $set: { legalHold: hold } });
    const asked = { employeeId: other._id, kind: PrivacyKind.Access, status: PrivacyStatus.Review, dueAt: now() };
    const request = await PrivacyRequestModel.create({ ...asked, note: text, reason: text });
    const place = { requestId: request._id, source: 'Participant', rowId: newId(), path: newId() };
    await PrivacyTextModel.create({ ...place, decision: TextDecision.Withhold, reason: text });
    const file = { name: `${text}.txt`, contentType: 'text/plain', createdBy: null };
    for (const purpose of [FilePurpose.Evidence, FilePurpose.Export, FilePurpose.Logo])
      await saveFile(Buffer.from(purpose === FilePurpose.Logo ? 'logo' : `Praise of ${EMAIL}`), { ...file, purpose });
    // Another process of the worker imports this file at the moment.
    const { _id: fileId } = await saveFile(Buffer.from('email'), { ...file, purpose: FilePurpose.Import });
    const running = await storeJob('people.import-employees', { fileId, dateFormat: 'iso', dryRun: true });
    const lease = { status: JobStatus.Running, runToken: newId(), leaseUntil: inMs(20 * LEASE_MS) };
    await JobModel.updateOne({ _id: running._id }, { $set: { ...lease, sweepAfter: inMs(20 * LEASE_MS) } });
    const to = { name: FULL_NAME, address: EMAIL };
    await writeToOutbox(`everything-${personId}`, { to, from: 'a@example.test', subject: 'Hi', text });
  }

  /** Decides on all texts of a request once its job has collected them. */
  async function decided(id: string, texts: 'comments' | 'mentions', decision: object): Promise<string[]> {
    for (;;) {
      const { body } = await service().call('get', `${PATH}/${id}`, tenant.admin);
      if (body.status !== PrivacyStatus.Collecting) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const { body } = await service().call('get', `${PATH}/${id}/${texts}?pageSize=200`, tenant.admin);
    for (const item of body.items) {
      const path = `${PATH}/${id}/${texts}/${item.id}`;
      expect((await service().call('put', path, tenant.admin).send(decision)).status).toBe(204);
    }
    return body.items.map(({ where }: { where: string }) => where);
  }

  const importedTexts = async () =>
    JSON.stringify(await tenant.within(async () => ImportReportPartModel.find().lean()));

  test('nothing is left, and nothing is refused', async () => {
    expect((await places()).length).toBeGreaterThan(10);
    // First and last name have separate cells of an imported row.
    expect(await importedTexts()).toMatch(/"Wilhelmina","Ostrowska"/);
    expect(await importedTexts()).toContain(MISTYPED);
    expect(await importedTexts()).toMatch(/"before":"Wilhelmina","after":"Wilma"/);
    expect(await importedTexts()).toMatch(/"Ostrowska, Wilhelmina","outcome":"missing"/);
    const left = { status: 'Terminated' };
    expect((await service().call('put', `/api/employees/${personId}`, tenant.admin).send(left)).status).toBe(200);
    const { body: request } = await post(PATH, { employeeId: personId, kind: 'Erasure' }, 201);
    const mentions = await decided(request.id, 'mentions', { decision: 'Redact' });
    // Notes, file names and results are the service's own work: no one is asked about them.
    expect(mentions.filter((where) => !/^(Goal|Participant|StoredFile: content)/.test(where))).toEqual([]);
    // An export that is under way has read the name already.
    const exporting = await tenant.within(async () => {
      const job = await storeJob('insight.export-heatmap', { cycleId, departmentId: null, jobProfileId: null });
      const lease = { status: JobStatus.Running, runToken: newId(), leaseUntil: inMs(20 * LEASE_MS) };
      await JobModel.updateOne({ _id: job._id }, { $set: lease });
      return { id: job._id, runToken: lease.runToken };
    });
    const { body } = await post(`${PATH}/${request.id}/complete`, { confirm: FULL_NAME });
    expect(body.status).toBe('Completed');
    expect(await places()).toEqual([]);
    expect(await importedTexts()).not.toMatch(/Wilhelmina|Ostrowska|Wilma|\(at\)/i);
    await tenant.within(async () => {
      expect((await JobModel.findById(exporting.id).lean())?.runToken).not.toBe(exporting.runToken);
      expect(await StoredFileModel.countDocuments({ purpose: FilePurpose.Evidence, name: /Former employee/ })).toBe(0);
      expect(await StoredFileModel.countDocuments({ purpose: FilePurpose.Logo, name: /Former employee/ })).toBe(1);
    });
    expect((await service().call('get', '/api/audit-logs/verify', tenant.admin)).body.valid).toBe(true);
  });
});
