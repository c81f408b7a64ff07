import { CompetencyModel } from '../../../shared/framework/competency.model';
import { allImportRows } from '../../../shared/jobs/import-report.store';
import { newId } from '../../../shared/kernel/ids';
import { importCompetencies } from '../../../worker/framework/import-competencies.job';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { storedCsv } from '../../support/csv-import';
import { useDatabase } from '../../support/database';
import { runHandler } from '../../support/run-handler';

// An import of competencies whose run was killed (reliability F2).

useDatabase();
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

const csv = `code,name\n${Array.from({ length: 2_500 }, (_, index) => `K-${index},Killed ${index}`).join('\n')}`;
const payloadOf = async () => {
  return { fileId: await storedCsv(csv), dryRun: false };
};
const runOf = async (jobId: string, payload: Awaited<ReturnType<typeof payloadOf>>, diesAt = Infinity) =>
  runHandler(importCompetencies, payload, {
    jobId,
    progress: async (done) => {
      if (done >= diesAt) throw new Error('killed');
    },
  });

test.each([0, 1_000, 2_000])('after %i rows: the next run completes it and reports every row as created', (diesAt) =>
  tenant.within(async () => {
    const jobId = newId();
    const payload = await payloadOf();
    await expect(runOf(jobId, payload, diesAt)).rejects.toThrow('killed');
    expect(await CompetencyModel.countDocuments()).toBe(diesAt);
    const result = await runOf(jobId, payload);
    expect(result).toMatchObject({ total: 2_500, created: 2_500, skipped: 0, errors: 0 });
    expect(await CompetencyModel.countDocuments()).toBe(2_500);
    const rows = await allImportRows(jobId);
    const ids = new Set(rows.map((row) => row.competencyId ?? ''));
    expect(await CompetencyModel.countDocuments({ _id: { $in: [...ids] } })).toBe(2_500);
  }),
);

test('two runs at once, and another import of the same file: each code exists once', () =>
  tenant.within(async () => {
    const jobId = newId();
    const payload = await payloadOf();
    const [first, twin, other] = await Promise.all([
      runOf(jobId, payload),
      runOf(jobId, payload),
      runOf(newId(), payload),
    ]);
    expect(first).toEqual(twin);
    expect(first.created + other.created).toBe(2_500);
    expect(first.created + first.skipped).toBe(2_500);
    expect(await CompetencyModel.countDocuments()).toBe(2_500);
  }));
