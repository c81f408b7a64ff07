import { bulkInsert } from '../../../shared/db/bulk';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import type { Payload } from '../../../shared/jobs/contract';
import { ImportReportPartModel } from '../../../shared/jobs/import-report.model';
import { allImportRows } from '../../../shared/jobs/import-report.store';
import type { ImportResult } from '../../../shared/jobs/import-result';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { readUsage } from '../../../shared/platform/plan-usage.store';
import { PlanModel } from '../../../shared/platform/plan.model';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { importEmployees } from '../../../worker/people/import-employees.job';
import { makeEmployee } from '../../factories/employee';
import { makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { storedCsv } from '../../support/csv-import';
import { useDatabase } from '../../support/database';
import { runHandler } from '../../support/run-handler';

useDatabase();

let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

type Options = Partial<Pick<Payload<'people.import-employees'>, 'mode' | 'applyStatus' | 'terminate'>>;

/** Runs the handler as the worker does, and dies where progress is reported for the `dieAt`-th time. */
async function run(jobId: string, fileId: string, options: Options = {}, dieAt = Infinity): Promise<ImportResult> {
  let reports = 0;
  const progress = async (): Promise<void> => {
    reports += 1;
    if (reports === dieAt) throw new Error('killed');
  };
  const payload = { fileId, dateFormat: 'iso', dryRun: false, ...options } as const;
  const summary = await runHandler(importEmployees, payload, { jobId, progress });
  return { ...summary, rows: await allImportRows(jobId) };
}

describe('an import that adds people', () => {
  const LINES = 2_500;
  const big = (): string =>
    'firstname,lastname,email,employeecode,manager\n' +
    Array.from({ length: LINES }, (_, at) => {
      const manager = at % 10 === 0 ? '' : `p${at - (at % 10)}@x.example`;
      return `Ana,P${at},p${at}@x.example,C-${at},${manager}\n`;
    })
      .reverse()
      .join('') +
    'Ana,Twice,p0@x.example,,\nAna,Code,q@x.example,C-0,\n';

  test.each([1, 2, 3])('killed at report %i and run again: the same rows and the same report', async (dieAt) => {
    const [undisturbed, disturbed] = [tenant, await makeTenant()];
    const jobId = newId();
    const expected = await undisturbed.within(async () => run(jobId, await storedCsv(big())));
    await undisturbed.within(() => EmployeeModel.deleteMany({}));

    await disturbed.within(async () => {
      const fileId = await storedCsv(big());
      await limitOf(disturbed, LINES);
      await expect(run(jobId, fileId, {}, dieAt)).rejects.toThrow('killed');
      expect(await allImportRows(jobId)).toEqual([]);
      expect(await run(jobId, fileId)).toEqual(expected);
      expect(await run(jobId, fileId)).toEqual(expected);
      expect(await EmployeeModel.countDocuments()).toBe(LINES);
      expect((await readUsage(2026)).employees).toBe(LINES);
    });
    expect(expected).toMatchObject({ total: LINES + 2, created: LINES, skipped: 1, errors: 1 });
  });

  async function limitOf(limited: TestTenant, maxEmployees: number): Promise<void> {
    const plan = await PlanModel.create({ name: `Plan ${newId()}`, maxEmployees });
    await TenantModel.updateOne({ _id: limited.id }, { $set: { planId: plan._id } });
  }

  test('twins of one job that run at the same time end with one set', async () => {
    await tenant.within(async () => {
      const [jobId, fileId] = [newId(), await storedCsv(big())];
      const [first, two] = await Promise.all([run(jobId, fileId), run(jobId, fileId)]);
      expect(two).toEqual(first);
      expect(first.created).toBe(LINES);
      expect(await EmployeeModel.countDocuments()).toBe(LINES);
      expect((await readUsage(2026)).employees).toBe(LINES);
    });
  });
});

describe('an import that updates people', () => {
  const LINES = 2_300;
  const updating = (terminate: string[]): Options => ({ mode: 'update', applyStatus: true, terminate });
  const HEAD = 'email,employeecode,firstname,lastname,manager,status\n';

  /** Turns the line upside down, moves emails, renames all, ends some, and adds some. */
  const again = (): string =>
    HEAD +
    Array.from({ length: LINES }, (_, at) => {
      const manager = at === LINES - 1 ? '-' : at % 500 === 0 ? 'C-1' : `C-${at + 1}`;
      return `${at % 3 === 0 ? `moved${at}` : `p${at}`}@x.example,C-${at},Ana María,,${manager},${at % 700 === 5 ? 'baja' : ''}\n`;
    }).join('') +
    Array.from({ length: 40 }, (_, at) => `new${at}@x.example,N-${at},New,N${at},C-${at},\n`).join('') +
    'p1@x.example,,Twice,,,\nnobody,,A,B,,\n';

  async function people(): Promise<string[]> {
    const ids = Array.from({ length: LINES }, () => newId());
    const rows = ids.map((_id, at) => ({
      _id,
      employeeCode: `C-${at}`,
      firstName: 'Ana',
      lastName: `P${at}`,
      fullName: `Ana P${at}`,
      email: `p${at}@x.example`,
      status: EmployeeStatus.Active,
      departmentId: null,
      managerId: at === 0 ? null : (ids[at - 1] ?? null),
      jobProfileId: null,
      hireDate: null,
      terminationDate: null,
      photoFileId: null,
      isDeleted: false,
    }));
    await bulkInsert(EmployeeModel, rows);
    const others = ['x', 'y'].map((name) => makeEmployee({ email: `${name}@x.example`, lastName: name }));
    return (await Promise.all(others)).map(({ _id }) => _id);
  }

  const state = async () => {
    const rows = await EmployeeModel.find().sort({ email: 1 }).lean<Employee[]>();
    const emailOf = new Map(rows.map((row) => [row._id, row.email]));
    return rows.map(({ email, fullName, employeeCode, status, managerId, revision }) => [email, fullName, employeeCode, status, emailOf.get(managerId ?? '') ?? null, revision]); // oxfmt-ignore
  };
  const withoutIds = ({ rows, ...result }: ImportResult) => ({
    ...result,
    rows: rows.map(({ employeeId: _, ...row }) => row),
  });

  test('killed wherever it reports and run again: the same people, report and audit entries', async () => {
    const jobId = newId();
    const [expected, after] = await tenant.within(async () => {
      const leavers = await people();
      const done = await run(jobId, await storedCsv(again()), updating(leavers));
      const then = await state();
      await EmployeeModel.deleteMany({}); // the ids follow from the job
      return [done, then] as const;
    });
    expect(expected).toMatchObject({ created: 40, updated: LINES, skipped: 1, errors: 1, terminated: 2, unchanged: 0 });
    for (const dieAt of [2, 4, 6]) {
      const disturbed = await makeTenant();
      await disturbed.within(async () => {
        const leavers = await people();
        const fileId = await storedCsv(again());
        await expect(run(jobId, fileId, updating(leavers), dieAt)).rejects.toThrow('killed');
        expect(withoutIds(await run(jobId, fileId, updating(leavers)))).toEqual(withoutIds(expected));
        expect(await state()).toEqual(after);
        expect(await ImportReportPartModel.countDocuments({ part: { $lt: 0 } })).toBe(0);
        expect(await AuditLogModel.countDocuments({ eventType: 'employee.updated' })).toBe(LINES);
        await EmployeeModel.deleteMany({});
      });
    }
  });

  test('killed among chunks that are written two at once, and run again: each change once', async () => {
    const csv = `${HEAD}${Array.from({ length: LINES }, (_, at) => `,C-${at},Eva,,,\n`).join('')}`;
    for (const dieAt of [2, 3]) {
      const disturbed = await makeTenant();
      await disturbed.within(async () => {
        await people();
        const employee = await EmployeeModel.findOne({ employeeCode: 'C-7' }).orFail().lean<Employee>();
        const { subjects } = await makeEvaluatedCycle(disturbed, { subjects: [{ employee }] });
        const fileId = await storedCsv(csv);
        const jobId = newId();
        await expect(run(jobId, fileId, updating([]), dieAt)).rejects.toThrow('killed');
        const result = await run(jobId, fileId, updating([]));
        expect(result).toMatchObject({ updated: LINES, unchanged: 0, errors: 0 });
        const change = { field: 'firstName', before: 'Ana', after: 'Eva' };
        expect(result.rows.filter(({ changes }) => changes?.length !== 1)).toEqual([]);
        expect(result.rows.map(({ changes }) => changes?.[0])).toEqual(Array.from({ length: LINES }, () => change));
        expect(await EmployeeModel.countDocuments({ firstName: 'Eva', revision: 1 })).toBe(LINES);
        expect(await AuditLogModel.countDocuments({ eventType: 'employee.updated' })).toBe(LINES);
        expect(await ImportReportPartModel.countDocuments({ part: { $lt: 0 } })).toBe(0);
        const evaluation = await EvaluationModel.findById(subjects[0]?.evaluation._id).lean();
        expect([evaluation?.subject?.fullName, evaluation?.searchText]).toEqual([
          'Eva P7',
          expect.stringMatching(/eva/),
        ]);
      });
    }
  });
});
