import { readFileSync } from 'node:fs';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { saveFile } from '../../shared/infra/files';
import { FilePurpose } from '../../shared/infra/stored-file.model';
import { storeJob } from '../../shared/jobs/enqueue';
import { type Job, JobModel, JobStatus } from '../../shared/jobs/job.model';
import { now } from '../../shared/kernel/clock';
import { makeCycle, makeEvaluatedCycle } from '../factories/evaluation';
import { chooseAction, WHILE_A_JOB_RUNS } from './browser';
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
    await chooseAction(tab().page.getByRole('row', { name: /Gap calculation/ }), 'Details');
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
    await chooseAction(tab().page.getByRole('row', { name: /<b>Row 7/ }), 'Run again');
    await tab().page.getByLabel('Status').selectOption('Waiting');
    await tab().page.getByText('1–1 of 1').waitFor();
    await tab()
      .page.getByRole('row', { name: /<b>Row 7/ })
      .waitFor({ state: 'detached' }); // the row before leaves late
    await tab()
      .page.getByRole('button', { name: /^Actions for / })
      .click();
    expect(await tab().page.getByRole('menuitem').allInnerTexts()).toEqual(['Details']);
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
    await chooseAction(row, 'Run again');
    await tab().page.getByRole('progressbar', { name: 'Export of the heatmap · Review A' }).waitFor();
    await chooseAction(row.last(), 'Details');
    await tab().page.getByRole('dialog', { name: 'Details' }).getByRole('link', { name: 'Review A' }).click();
    await tab().page.getByRole('heading', { level: 1, name: 'Review A' }).waitFor();
    await tenant().within(() => JobModel.deleteMany({ type: 'insight.export-heatmap' }));
  });

  test('a step of a cycle and an export say that they wait while no worker takes them', async () => {
    const { page } = tab();
    const waits = page.getByText('Waits for the background service');
    const draft = await makeCycle(tenant(), { name: 'Review C' });
    await tab().open(`/cycles/${draft._id}`);
    const step = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Generate evaluations' }) });
    await step.getByRole('button', { name: 'Generate evaluations' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Generate evaluations' }).click();
    await step.getByRole('progressbar', { name: 'Generate evaluations: Review C' }).waitFor();
    expect(await waits.count()).toBe(0);
    expect(await page.getByRole('progressbar').count()).toBe(1); // not in the tray, too
    await step.getByText('Waits for the background service').waitFor();
    expect(await tab().accessibilityProblems()).toEqual([]);
    await page.getByRole('link', { name: 'Participants' }).first().click();
    const tray = page.getByRole('region', { name: 'Running in the background' });
    await tray.getByRole('progressbar', { name: 'Generate evaluations: Review C' }).waitFor();

    const { cycle } = await makeEvaluatedCycle(tenant(), { cycle: { name: 'Review D' } });
    await tab().open(`/cycles/${cycle._id}/results`);
    await page.getByRole('button', { name: 'Download reports' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Download reports' }).click();
    await tray
      .locator('div', { has: page.getByText(/Review D/) })
      .getByText('Waits for the background service')
      .last()
      .waitFor();
    await tenant().within(() =>
      JobModel.updateMany({ status: JobStatus.Queued }, { $set: { status: JobStatus.Failed, finishedAt: now() } }),
    );
    await tray.waitFor({ state: 'detached' });
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
    await chooseAction(tab().page.getByRole('table'), 'Download');
    const download = await arriving;
    expect(download.suggestedFilename()).toBe('heatmap.txt');
    expect(readFileSync(await download.path(), 'utf8')).toBe('the bytes');
  });
});
