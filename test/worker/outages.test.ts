import mongoose, { type mongo } from 'mongoose';
import { planYear } from '../../api/platform/plan-year.rules';
import { EmailSettingsModel } from '../../shared/comms/email-settings.model';
import { MailDeliveryModel } from '../../shared/comms/mail/mail-delivery.model';
import { closeMailTransports } from '../../shared/comms/mail/mail-transport';
import { NotificationModel } from '../../shared/comms/notification.model';
import { bulkInsert } from '../../shared/db/bulk';
import { disconnectDatabase } from '../../shared/db/connect';
import { isOutage } from '../../shared/db/outage';
import { MailTriggerModel } from '../../shared/evaluation/cycles/cycle-mail.model';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { cycleSums, participantSums } from '../../shared/evaluation/cycles/cycle-sums.store';
import { CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { SumModel } from '../../shared/evaluation/cycles/sum.model';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { saveFile } from '../../shared/infra/files';
import { FilePurpose } from '../../shared/infra/stored-file.model';
import { GapModel } from '../../shared/insight/gaps/gap.model';
import type { JobName, Payload } from '../../shared/jobs/contract';
import { newId } from '../../shared/kernel/ids';
import { EmployeeModel } from '../../shared/people/employee.model';
import { UserModel } from '../../shared/platform/accounts/user.model';
import { readUsage } from '../../shared/platform/plan-usage.store';
import { makeEmployee, makeCycle, makeEvaluatedCycle, makeTemplate } from '../factories/evaluation';
import { templateItem } from '../factories/template-item';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { closeOwnEngine, failCommands, failNoCommands, useOwnEngine } from '../support/fail-commands';
import { runJob } from '../support/run-handler';
import { connectTestDatabase, watchQueries } from '../support/service';
import { startSmtpSink } from '../support/smtp-sink';

const WRITES = ['insert', 'update', 'delete', 'findAndModify', 'commitTransaction'];
const FAILURES = [{ closeConnection: true }, { errorCode: 11600 }, { errorCode: 189 }] as const;
/** How long the database fails: longer than the driver's own repetition takes. */
const AWAY_MS = 60;

useOwnEngine();
watchQueries();

beforeAll(async () => {
  await connectTestDatabase();
});
afterAll(async () => {
  await disconnectDatabase();
  await closeOwnEngine();
});

/** Calls `seen` for each write command that this process sends while `work` runs. */
async function watchingWrites<T>(seen: (count: number) => void, work: () => Promise<T>): Promise<T> {
  let count = 0;
  const listen = ({ commandName }: mongo.CommandStartedEvent): void => {
    if (WRITES.includes(commandName)) seen((count += 1));
  };
  const client = mongoose.connection.getClient();
  client.on('commandStarted', listen);
  try {
    return await work();
  } finally {
    client.off('commandStarted', listen);
  }
}

/** Runs the job until it succeeds, as the worker does after an outage; the database fails from the given write on. */
async function runThroughOutage<N extends JobName>(
  name: N,
  payload: Payload<N>,
  jobId: string,
  at: number,
): Promise<unknown> {
  const failure = FAILURES[at % FAILURES.length] ?? FAILURES[0];
  let ended: Promise<void> | undefined;
  // The fence of the run, which the worker raises when it claims the job, is the first write.
  await failCommands(WRITES, failure, { skip: at });
  const work = async (): Promise<unknown> => {
    for (let attempt = 0; attempt < 20; attempt += 1)
      try {
        return await runJob(name, payload, { jobId });
      } catch (error) {
        if (!isOutage(error)) throw error;
        await ended;
      }
    throw new Error('The job never ended.');
  };
  const result = await watchingWrites((count) => {
    if (count > at) ended ??= new Promise((resolve) => setTimeout(() => void failNoCommands().then(resolve), AWAY_MS));
  }, work);
  await ended;
  await failNoCommands(); // a repeated job may send fewer writes than the first
  return result;
}

interface Case<N extends JobName> {
  payload: Payload<N>;
  /** The rows that the job has written, as they must be at the end. */
  rows: () => Promise<unknown>;
  reset: () => Promise<void>;
}

/** Runs the job undisturbed, then once for each of its write commands with an outage that begins there. */
async function failEveryWrite<N extends JobName>(
  name: N,
  tenant: TestTenant,
  { payload, rows, reset }: Case<N>,
): Promise<void> {
  await tenant.within(async () => {
    const jobId = newId();
    let writes = 0;
    const result = await watchingWrites(
      (count) => (writes = count),
      () => runJob(name, payload, { jobId }),
    );
    const expected = await rows();
    expect(writes).toBeGreaterThan(3);
    for (let at = 1; at < writes; at += 1) {
      await reset();
      expect([name, at, await runThroughOutage(name, payload, jobId, at)]).toEqual([name, at, result]);
      expect([name, at, await rows()]).toEqual([name, at, expected]);
    }
  });
}

const count = (model: { countDocuments(filter: object): PromiseLike<number> }, filter: object = {}) =>
  model.countDocuments(filter);

describe('the database goes away at any write of a job, and every row is there at the end', () => {
  test('generation', async () => {
    const tenant = await makeTenant();
    const boss = await makeEmployee(tenant);
    for (let at = 0; at < 5; at += 1) await makeEmployee(tenant, { managerId: boss._id });
    const cycle = await makeCycle(tenant);
    await failEveryWrite('evaluation.generate', tenant, {
      payload: { cycleId: cycle._id },
      rows: async () => {
        const kept = (await cycleSums([cycle._id]))(cycle._id);
        return [
          await count(EvaluationModel),
          kept.subjects,
          await count(ParticipantModel),
          participantSums(kept).total,
        ];
      },
      reset: async () => {
        await EvaluationModel.deleteMany({});
        await ParticipantModel.deleteMany({});
        await SumModel.deleteMany({});
        await CycleModel.updateOne({ _id: cycle._id }, { $set: { generatedAt: null } });
      },
    });
  });

  test('a gap run', async () => {
    const tenant = await makeTenant();
    const competencyId = newId();
    const requirements = [{ requirementId: competencyId, requirement: 'Alpha', requiredLevel: 5, isCritical: false }];
    const made = await makeEvaluatedCycle(tenant, {
      template: await makeTemplate(tenant, { items: [templateItem({ competencyId })] }),
      subjects: Array.from({ length: 4 }, () => ({
        requirements,
        evaluators: [
          { type: EvaluatorType.Self, rating: 2 },
          { type: EvaluatorType.Manager, status: ParticipantStatus.InProgress },
        ],
      })),
    });
    await failEveryWrite('insight.recalculate-gaps', tenant, {
      payload: { cycleId: made.cycle._id },
      rows: async () => {
        const cycle = await CycleModel.findById(made.cycle._id).orFail().lean();
        return [cycle.gaps.state, await count(GapModel, { runId: cycle.gaps.runId })];
      },
      reset: async () => {
        await GapModel.deleteMany({});
      },
    });
  });

  test('mass mail', async () => {
    const sink = await startSmtpSink();
    const tenant = await makeTenant();
    const made = await makeEvaluatedCycle(tenant, {
      cycle: { status: CycleStatus.Open },
      subjects: Array.from({ length: 4 }, () => ({
        evaluators: [{ type: EvaluatorType.Self, status: ParticipantStatus.InProgress }],
      })),
    });
    const triggerId = newId();
    const [first] = made.subjects;
    await tenant.signedIn({ employeeId: first?.employee._id ?? '' });
    await tenant.within(async () => {
      const settings = { host: '127.0.0.1', port: sink.port, fromAddress: 'people@example.test' };
      await EmailSettingsModel.create({ _id: tenant.id, ...settings });
      const trigger = { cycleId: made.cycle._id, kind: 'deadline-reminder', sequence: 1, jobId: newId() } as const;
      await MailTriggerModel.create({ _id: triggerId, ...trigger });
      expect(await count(UserModel, { employeeId: first?.employee._id })).toBe(1);
    });
    await failEveryWrite('evaluation.send-cycle-mail', tenant, {
      payload: { triggerId },
      rows: async () => [await count(MailDeliveryModel, { status: 'Sent' }), await count(NotificationModel)],
      reset: async () => {
        await MailDeliveryModel.deleteMany({});
        await NotificationModel.deleteMany({});
        await MailTriggerModel.updateOne({ _id: triggerId }, { $set: { plannedAt: null } });
      },
    });
    expect(new Set(sink.attempts).size).toBe(4);
    closeMailTransports();
    await sink.close();
  });

  test('an import', async () => {
    const tenant = await makeTenant();
    const lines = Array.from({ length: 6 }, (_one, at) => `Ana,P${at},p${at}@x.example`);
    const file = { name: 'a.csv', contentType: 'text/csv', purpose: FilePurpose.Import, createdBy: null };
    const { _id: fileId } = await tenant.within(() =>
      saveFile(Buffer.from(['firstname,lastname,email', ...lines].join('\n')), file),
    );
    await failEveryWrite('people.import-employees', tenant, {
      payload: { fileId, dateFormat: 'iso', dryRun: false },
      rows: async () => [await count(EmployeeModel), (await readUsage(planYear(new Date()))).employees],
      reset: async () => {
        const { deletedCount } = await EmployeeModel.deleteMany({});
        await mongoose.model('PlanUsage').updateOne({ counter: 'employees' }, { $inc: { used: -deletedCount } });
      },
    });
  });

  test('an insertion of several chunks', async () => {
    const tenant = await makeTenant();
    const userId = newId();
    const blank = { userId, type: 'cycle-opened' as const, title: 'T', body: 'B', link: null, readAt: null };
    const rows = Array.from({ length: 2_500 }, () => ({ ...blank, _id: newId() }));
    await tenant.within(async () => {
      for (const skip of [1, 2]) {
        await NotificationModel.deleteMany({});
        await failCommands(['insert'], { closeConnection: true }, { skip });
        await expect(bulkInsert(NotificationModel, rows)).rejects.toThrow(mongoose.mongo.MongoNetworkError);
        await failNoCommands();
        const { inserted, duplicates } = await bulkInsert(NotificationModel, rows);
        expect([inserted.length, duplicates.length]).toEqual([2_500 - skip * 1_000, skip * 1_000]);
        expect(await count(NotificationModel)).toBe(2_500);
      }
    });
  });
});
