import { readFileSync } from 'node:fs';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { saveFile } from '../../shared/infra/files';
import { FilePurpose } from '../../shared/infra/stored-file.model';
import { storeJob } from '../../shared/jobs/enqueue';
import { type Job, JobModel, JobStatus } from '../../shared/jobs/job.model';
import { now } from '../../shared/kernel/clock';
import { makeCycle } from '../factories/evaluation';
import { WHILE_A_JOB_RUNS } from './browser';
import { useHrTab } from './hr-tab';

const { tenant, hr, tab } = useHrTab({ worker: false });

/** A stored gap calculation in the given state; no worker takes it. */
async function makeJob(fields: Partial<Job>): Promise<string> {
  return tenant().within(async () => {
    const { _id } = await storeJob('insight.analyse-gaps', { departmentId: null, employeeIds: null });
    await JobModel.updateOne({ _id }, { $set: fields });
    return _id;
  });
}

describe('background work (/jobs)', () => {
  test('an empty organization is told what appears here', async () => {
    await tab().open('/jobs');
    await tab().page.getByText('Nothing has run in the background yet').waitFor();
  });

  test('running work moves, and ends on the page', async () => {
    const progress = { done: 3, total: 10 };
    const id = await makeJob({ status: JobStatus.Running, progress, startedAt: now() });
    await tab().open('/jobs?status=Running');
    await tab().page.getByRole('progressbar', { name: 'Gap calculation' }).waitFor();
    await tab().page.getByText('3 / 10').waitFor();
    expect(await tab().accessibilityProblems()).toEqual([]);
    const ended = { status: JobStatus.Succeeded, result: { subjects: 12, rows: 34 }, finishedAt: now() };
    await tenant().within(() => JobModel.updateOne({ _id: id }, { $set: ended }));
    await tab().page.getByText('No job matches these filters.').waitFor();
    await tab().page.getByLabel('Status').selectOption('Finished');
    await tab()
      .page.getByRole('row', { name: /Gap calculation/ })
      .getByRole('button', { name: 'Details' })
      .click();
    const dialog = tab().page.getByRole('dialog', { name: 'Details' });
    await dialog.getByText('34', { exact: true }).waitFor();
    expect(await tab().accessibilityProblems()).toEqual([]);
    await dialog.getByRole('button', { name: 'Dismiss' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('a failed one says why, whatever its message holds', async () => {
    const error = {
      code: 'VALIDATION',
      message: '<b>Row 7</b> is wrong',
      validationErrors: [{ field: 'email', message: 'is missing' }],
    };
    const id = await makeJob({ status: JobStatus.Failed, error, finishedAt: now() });
    await tab().open(`/jobs?status=Failed&job=${id}`);
    const dialog = tab().page.getByRole('dialog', { name: 'Details' });
    await dialog.getByText('<b>Row 7</b> is wrong').waitFor();
    await dialog.getByText('email: is missing').waitFor();
    await dialog.getByRole('button', { name: 'Dismiss' }).click();
    await tab()
      .page.getByRole('row', { name: /<b>Row 7/ })
      .getByRole('button', { name: 'Run again' })
      .click();
    await tab().page.getByLabel('Status').selectOption('Waiting');
    await tab().page.getByText('1–1 of 1').waitFor();
    await tab().page.getByRole('button', { name: 'Run again' }).waitFor({ state: 'detached' }); // the row before leaves late
    expect(await tab().page.getByRole('button', { name: 'Run again' }).count()).toBe(0);
  });

  test('two of one kind differ by what they are about, also in the list of what runs again', async () => {
    for (const name of ['Review A', 'Review B']) {
      const { _id } = await makeCycle(tenant(), { name, status: CycleStatus.Closed });
      const payload = { cycleId: _id, departmentId: null, jobProfileId: null };
      await makeJob({ type: 'insight.export-heatmap', payload, status: JobStatus.Failed, finishedAt: now() });
    }
    await tab().open('/jobs?type=insight.export-heatmap');
    const row = tab().page.getByRole('row', { name: /Export of the heatmap\s*Review A/ });
    await row.getByRole('link', { name: 'Review A' }).waitFor();
    expect(await tab().accessibilityProblems()).toEqual([]);
    await row.getByRole('button', { name: 'Run again' }).click();
    await tab().page.getByRole('progressbar', { name: 'Export of the heatmap · Review A' }).waitFor();
    await row.getByRole('button', { name: 'Details' }).last().click();
    await tab().page.getByRole('dialog', { name: 'Details' }).getByRole('link', { name: 'Review A' }).click();
    await tab().page.getByRole('heading', { level: 1, name: 'Review A' }).waitFor();
    await tenant().within(() => JobModel.deleteMany({ type: 'insight.export-heatmap' }));
  });

  test('the file of an export is downloaded', async () => {
    const file = await tenant().within(() =>
      saveFile(Buffer.from('the bytes'), {
        contentType: 'text/plain',
        createdBy: hr().id,
        name: 'heatmap.txt',
        purpose: FilePurpose.Export,
      }),
    );
    await makeJob({ status: JobStatus.Succeeded, type: 'insight.export-heatmap', fileId: file._id, finishedAt: now() });
    await tab().open('/jobs?type=insight.export-heatmap');
    const arriving = tab().page.waitForEvent('download', WHILE_A_JOB_RUNS);
    await tab().page.getByRole('button', { name: 'Download' }).click();
    const download = await arriving;
    expect(download.suggestedFilename()).toBe('heatmap.txt');
    expect(readFileSync(await download.path(), 'utf8')).toBe('the bytes');
  });
});
