import { MailTriggerModel } from '../../../shared/evaluation/cycles/cycle-mail.model';
import { saveFile } from '../../../shared/infra/files';
import { FilePurpose, StoredFileModel } from '../../../shared/infra/stored-file.model';
import type { JobName, Payload } from '../../../shared/jobs/contract';
import { storeJob } from '../../../shared/jobs/enqueue';
import { type Job, JobModel } from '../../../shared/jobs/job.model';
import { newId } from '../../../shared/kernel/ids';
import { makeAccount } from '../../factories/account';
import { changeEmployee, makeCycle, makeEmployee } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

const read = async (path: string) => (await service().call('get', `/api/jobs${path}`, tenant.hr).expect(200)).body;
const store = <N extends JobName>(type: N, payload: Payload<N>): Promise<Job> =>
  tenant.within(() => storeJob(type, payload));

/** A trigger of reminders in a cycle. */
async function makeTrigger(cycleId: string): Promise<string> {
  const _id = newId();
  await tenant.within(() =>
    MailTriggerModel.create({ _id, cycleId, kind: 'deadline-reminder', sequence: 1, jobId: newId() }),
  );
  return _id;
}

/** An uploaded file. */
async function makeUpload(name: string): Promise<string> {
  const fields = { contentType: 'text/csv', createdBy: null, name, purpose: FilePurpose.Import };
  return (await tenant.within(() => saveFile(Buffer.from('code,name'), fields)))._id;
}

test('each job says what it is about, as it is called now; what was deleted is left out, and no job holds a name', async () => {
  const cycle = await makeCycle(tenant, { name: 'Review A' });
  const employee = await makeEmployee(tenant, { firstName: 'Kim', lastName: 'Park' });
  const account = await makeAccount(tenant.id, { fullName: 'Lee Doe' });
  const fileId = await makeUpload('skills.csv');
  const about = { cycle: { kind: 'Cycle', id: cycle._id, name: 'Review A' } };
  const expected = new Map<string, object[]>();
  const add = async <N extends JobName>(type: N, payload: Payload<N>, topics: object[]): Promise<string> => {
    const { _id } = await store(type, payload);
    expected.set(_id, topics);
    return _id;
  };
  await add('evaluation.generate', { cycleId: cycle._id }, [about.cycle]);
  const report = await add('insight.export-report', { cycleId: cycle._id, subjectId: employee._id, viewerId: null }, [
    { kind: 'Subject', id: employee._id, name: 'Kim Park' },
    about.cycle,
  ]);
  await add('evaluation.send-cycle-mail', { triggerId: await makeTrigger(cycle._id) }, [about.cycle]);
  await add('comms.send-access', { userId: account.id, occasion: 'invite' }, [
    { kind: 'Account', id: account.id, name: 'Lee Doe' },
  ]);
  const imported = await add('framework.import-competencies', { fileId, dryRun: true }, [
    { kind: 'File', id: fileId, name: 'skills.csv' },
  ]);
  await add('insight.analyse-gaps', { departmentId: null, employeeIds: [employee._id] }, []);
  await add('insight.export-nine-box', { cycleId: null, departmentId: null, jobProfileId: null }, []);
  await add('evaluation.generate', { cycleId: newId() }, []);

  const listed = async (): Promise<Map<string, object[]>> =>
    new Map((await read('')).items.map(({ id, about: topics }: { id: string; about: object[] }) => [id, topics]));
  const found = await listed();
  for (const [id, topics] of expected) {
    expect([id, found.get(id)]).toEqual([id, topics]);
    expect((await read(`/${id}`)).about).toEqual(topics);
  }

  await changeEmployee(tenant, employee._id, { isDeleted: true });
  await tenant.within(() => StoredFileModel.deleteOne({ _id: fileId }));
  const left = await listed();
  expect(left.get(report)).toEqual([about.cycle]);
  expect(left.get(imported)).toEqual([]);
  const rows = JSON.stringify(await tenant.within(() => JobModel.find().lean()));
  for (const name of ['Review A', 'Kim', 'Park', 'Lee', 'skills.csv']) expect(rows).not.toContain(name);
});
