import { readFile } from '../../../shared/infra/files';
import { FilePurpose, type StoredFile, StoredFileModel } from '../../../shared/infra/stored-file.model';
import type { JobName, Payload, Result } from '../../../shared/jobs/contract';
import { enqueue } from '../../../shared/jobs/enqueue';
import { RunReplaced } from '../../../shared/jobs/fence';
import { JobStatus } from '../../../shared/jobs/job.model';
import { newId } from '../../../shared/kernel/ids';
import { exportFileName } from '../../../worker/insight/export-file';
import { type EvaluatedCycle, makeEmployee, makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { endOf } from '../../support/finished-job';
import { runJob } from '../../support/run-handler';
import { useService } from '../../support/service';

useService();

type ExportName = Extract<JobName, `insight.export-${string}`>;
const PAYLOADS: { [N in ExportName]: (made: EvaluatedCycle) => Payload<N> } = {
  'insight.export-report': ({ cycle, subjects }) => ({
    cycleId: cycle._id,
    subjectId: subjects[0]!.employee._id,
    viewerId: null,
  }),
  'insight.export-reports': ({ cycle }) => ({
    cycleId: cycle._id,
    departmentId: null,
    subjectIds: null,
    viewerId: null,
    view: 'HR',
  }),
  'insight.export-heatmap': ({ cycle }) => ({ cycleId: cycle._id, departmentId: null, jobProfileId: null }),
  'insight.export-nine-box': () => ({ cycleId: null, departmentId: null, jobProfileId: null }),
};
/** How a whole file begins: a PDF, a zip. */
const MAGIC: Record<ExportName, string> = {
  'insight.export-report': '%PDF',
  'insight.export-reports': 'PK\u0003\u0004',
  'insight.export-heatmap': 'PK\u0003\u0004',
  'insight.export-nine-box': 'PK\u0003\u0004',
};
const NAMES = Object.keys(PAYLOADS) as ExportName[];

let tenant: TestTenant;
let made: EvaluatedCycle;
beforeAll(async () => {
  tenant = await makeTenant();
  const employee = await makeEmployee(tenant, { firstName: '<b>Ana</b>', lastName: '../../etc' });
  made = await makeEvaluatedCycle(tenant, { cycle: { name: '=1+1' }, subjects: [{ employee }] });
});

/** One more run of a job, as the worker does it; its progress may end it. */
async function rerun(
  name: ExportName,
  jobId: string,
  progress = async (): Promise<void> => {},
): Promise<string | null> {
  let fileId: string | null = null;
  const setFile = (id: string): void => void (fileId = id);
  const payload = PAYLOADS[name](made);
  await tenant.within(() => runJob<ExportName>(name, payload, { jobId, progress, setFile }));
  return fileId;
}

const exportsOf = () => tenant.within(() => StoredFileModel.find({ purpose: FilePurpose.Export }).lean<StoredFile[]>());

describe.each(NAMES)('%s', (name) => {
  test('by the worker: the file is stored, and described in the result', async () => {
    await tenant.within(async () => {
      const job = await endOf(await enqueue(name, PAYLOADS[name](made)));
      expect([job.status, job.error]).toEqual([JobStatus.Succeeded, null]);
      const { fileName, contentType, size } = job.result as Result<ExportName>;
      const file = await StoredFileModel.findById(job.fileId).lean<StoredFile>();
      expect(file).toMatchObject({ name: fileName, contentType, size, purpose: FilePurpose.Export });
      const bytes = await readFile(job.fileId!);
      expect([bytes.length, bytes.subarray(0, 4).toString('latin1')]).toEqual([size, MAGIC[name]]);
    });
  });

  test('a run that was replaced before its end shows no file; the next one shows a whole one', async () => {
    const jobId = newId();
    const before = await exportsOf();
    const payload = PAYLOADS[name](made);
    await tenant.within(async () => {
      const replaced = runJob<ExportName>(name, payload, {
        jobId,
        setFile: () => {
          throw new RunReplaced();
        },
      });
      await expect(replaced).rejects.toThrow(RunReplaced);
    });
    expect(await exportsOf()).toEqual(before);
    const fileId = (await rerun(name, jobId)) ?? '';
    const bytes = await tenant.within(() => readFile(fileId));
    expect(bytes.subarray(0, 4).toString('latin1')).toBe(MAGIC[name]);
    expect(await exportsOf()).toHaveLength(before.length + 1);
  });

  test('a run that is given up before it saves writes no file', async () => {
    const before = await exportsOf();
    let calls = 0;
    const givenUp = rerun(name, newId(), async () => {
      calls += 1;
      if (calls === 2) throw new Error('given up');
    });
    await expect(givenUp).rejects.toThrow('given up');
    expect(await exportsOf()).toEqual(before);
  });
});

test.each([
  ['what file systems refuse', ['Report', 'a/b\\c:d*e?f"g<h>i|j\u0000k'], 'Report - a b c d e f g h i j k.pdf'],
  ['control and direction marks', ['R\u202Eexe\n1'], 'R exe 1.pdf'],
  ['accents stay', ['Evaluación - Ñandú'], 'Evaluación - Ñandú.pdf'],
  ['a long part', ['x'.repeat(200)], `${'x'.repeat(79)}….pdf`],
])('file name: %s', (_case, parts, expected) => {
  expect(exportFileName(parts, 'pdf')).toBe(expected);
});
