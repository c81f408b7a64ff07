import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { GapAnalysisModel } from '../../../shared/insight/gaps/gap-analysis.model';
import { analysisRuns } from '../../../shared/insight/gaps/gap-runs.store';
import { GapModel, type GapRow } from '../../../shared/insight/gaps/gap.model';
import { OutdatedGapRunModel } from '../../../shared/insight/gaps/outdated-gap-run.model';
import { RunReplaced } from '../../../shared/jobs/fence';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { analyseGaps } from '../../../worker/insight/analyse-gaps.job';
import { makeEvaluatedCycle, makeTemplate } from '../../factories/evaluation';
import { makeCompetency, makeJobProfile } from '../../factories/framework';
import { templateItem } from '../../factories/template-item';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useDatabase } from '../../support/database';
import { runHandler } from '../../support/run-handler';

useDatabase();

let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

/** Four employees with data about the two requirements of their profile, unless there shall be more of them. */
async function makePeople(subjects = 4): Promise<void> {
  const { ids, profileId } = await tenant.within(async () => {
    const competencies = [await makeCompetency(), await makeCompetency()];
    const profile = await makeJobProfile(competencies.map(({ _id }) => ({ competencyId: _id })));
    return { ids: competencies.map(({ _id }) => _id), profileId: profile._id };
  });
  const template = await makeTemplate(tenant, { items: ids.map((competencyId) => templateItem({ competencyId })) });
  await makeEvaluatedCycle(tenant, {
    template,
    subjects: Array.from({ length: subjects }, (_one, at) => ({
      evaluators: [{ type: EvaluatorType.Self, rating: 1 + (at % 5) }],
    })),
  });
  await tenant.within(() => EmployeeModel.updateMany({}, { $set: { jobProfileId: profileId } }));
}

type Progress = (done: number, total: number) => Promise<void>;
const nothing: Progress = async () => {};

/** A run of a job of its own. */
const run = (runId = newId(), progress = nothing, employeeIds: string[] | null = null) =>
  tenant.within(() => runHandler(analyseGaps, { departmentId: null, employeeIds }, { runId, progress }));

/** The run that readers see, the figures of its rows, and the number of all rows that stay. */
const stored = () =>
  tenant.within(async () => {
    const visible = await analysisRuns.visible();
    const outdated = await OutdatedGapRunModel.distinct('_id');
    const rows = await GapModel.find({ runId: { $nin: outdated } })
      .sort({ employeeId: 1, requirementId: 1 })
      .lean<GapRow[]>();
    const shown = rows.filter(({ runId }) => runId === visible);
    return {
      visible,
      figures: shown.map((row) => [row.employeeId, row.requirementId, row.cycleId, row.currentLevel, row.gapLevel]),
      rows: rows.length,
    };
  });

describe('gap analysis without a cycle is idempotent', () => {
  test('a run that stops at any of its steps and is repeated ends like an undisturbed one', async () => {
    await makePeople();
    const before = newId();
    await run(before);
    const { figures } = await stored();
    expect(figures.length).toBe(8);
    for (const stopAt of [1, 2, 3]) {
      let calls = 0;
      const dying: Progress = async () => {
        calls += 1;
        if (calls === stopAt) throw new Error('the worker dies');
      };
      await expect(run(newId(), dying)).rejects.toThrow('the worker dies');
      expect((await stored()).figures).toEqual(figures);
      const again = newId();
      expect(await run(again)).toEqual({ subjects: 4, rows: 8 });
      expect(await stored()).toEqual({ visible: again, figures, rows: 8 });
    }
  });

  test('a replaced run writes nothing more', async () => {
    await makePeople();
    await run();
    const before = await stored();
    const replaced: Progress = async () => {
      throw new RunReplaced();
    };
    await expect(run(newId(), replaced)).rejects.toThrow(RunReplaced);
    expect(await stored()).toEqual(before);
  });

  test('a run that began before the one that is shown gives way, and takes its rows along', async () => {
    await makePeople();
    const later = newId();
    let isOver = false;
    await run(newId(), async (done, total) => {
      if (isOver || done < total) return;
      isOver = true;
      await run(later);
    });
    expect(await stored()).toMatchObject({ visible: later, rows: 8 });
  });

  test('many first runs at the same time leave one visible, with its rows alone', async () => {
    await makePeople();
    const jobs = Array.from({ length: 5 }, newId);
    await Promise.all(jobs.map((jobId) => run(jobId)));
    const { visible, rows } = await stored();
    expect(jobs).toContain(visible);
    expect(rows).toBe(8);
    expect(await tenant.within(() => GapAnalysisModel.countDocuments().exec())).toBe(1);
  });
});

describe('gap analysis without a cycle', () => {
  test('an organization without cycles, or without employees, has no rows', async () => {
    expect(await run()).toEqual({ subjects: 0, rows: 0 });
    await tenant.within(() => EmployeeModel.deleteMany({}));
    expect(await run()).toEqual({ subjects: 0, rows: 0 });
    expect((await stored()).figures).toEqual([]);
  });

  test('reads in batches: no query per employee', async () => {
    await makePeople(40);
    const ids = await tenant.within(async () => (await EmployeeModel.find().lean()).map(({ _id }) => _id));
    await run(); // the later ones have rows to replace
    const few = await queries(() => run(newId(), nothing, ids.slice(0, 2)));
    const many = await queries(() => run(newId(), nothing, ids));
    expect(many).toBe(few);
  });
});

/** Reads that the work sends to the database. */
async function queries(work: () => Promise<unknown>): Promise<number> {
  const client = EmployeeModel.db.getClient();
  let count = 0;
  const listen = ({ commandName }: { commandName: string }): void => {
    if (['find', 'aggregate', 'getMore', 'count'].includes(commandName)) count += 1;
  };
  client.on('commandStarted', listen);
  await work();
  client.off('commandStarted', listen);
  return count;
}
