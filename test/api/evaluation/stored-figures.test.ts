import { changeCycleStatus } from '../../../api/evaluation/cycles/evaluation-cycle-actions.service';
import { updateCycle } from '../../../api/evaluation/cycles/evaluation-cycles.service';
import { removeEvaluator, replaceEvaluator } from '../../../api/evaluation/evaluator-changes.service';
import { acknowledgeResults, saveAnswers } from '../../../api/evaluation/my-evaluations.service';
import { createPeerAssignment } from '../../../api/evaluation/peer-assignments.service';
import { submitEvaluation } from '../../../api/evaluation/submissions.service';
import { applyCalibration } from '../../../api/insight/calibration/calibration-apply.service';
import { putEntry } from '../../../api/insight/calibration/calibration-entries.service';
import { cancelCalibration, createCalibration } from '../../../api/insight/calibration/calibration.service';
import { cycleProgress } from '../../../api/insight/cycle-progress.queries';
import { publishResults, reopenEvaluation } from '../../../api/insight/evaluation-results.service';
import { setPotential } from '../../../api/insight/nine-box/nine-box-potential.service';
import { deleteEmployee, updateEmployee } from '../../../api/people/employees/employees.service';
import { inTransaction } from '../../../shared/db/transaction';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { cycleAccount, participantSums, partSums } from '../../../shared/evaluation/cycles/cycle-sums.store';
import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { addToSum, mergeAccount } from '../../../shared/evaluation/cycles/sums.store';
import { type Evaluation, EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { countsAsSubmitted, ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { type Participant, ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { participantCounts, subjectCounts } from '../../../shared/evaluation/participants/participation.rules';
import { Presence } from '../../../shared/evaluation/participants/presence';
import { effectiveScore, storedScore, typeMeans } from '../../../shared/evaluation/score.rules';
import { binName } from '../../../shared/evaluation/subject-tally.rules';
import { EVALUATOR_TYPES, EvaluatorType } from '../../../shared/framework/evaluator-type';
import { itemAppliesTo, ItemType, templateItems } from '../../../shared/framework/template.rules';
import type { Payload } from '../../../shared/jobs/contract';
import { type Job, JobModel } from '../../../shared/jobs/job.model';
import { runInContext } from '../../../shared/kernel/context';
import { AppError } from '../../../shared/kernel/errors';
import { newId } from '../../../shared/kernel/ids';
import { Role } from '../../../shared/kernel/permissions';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { assignDirectReports } from '../../../worker/evaluation/assign-direct-reports.job';
import { assignPeersOfCycle } from '../../../worker/evaluation/assign-peers.job';
import { checkFigures } from '../../../worker/evaluation/figure-check.store';
import { generateEvaluations } from '../../../worker/evaluation/generate.job';
import { rescoreCycle } from '../../../worker/evaluation/rescore.job';
import { makeEmployees } from '../../factories/employee';
import { makeCycle, makeTemplate } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { holdClock } from '../../support/held-clock';
import { Killed, killAtWrite } from '../../support/killed-writes';
import { runHandler } from '../../support/run-handler';
import { useService } from '../../support/service';

useService({ worker: false });
holdClock();

const SEED = Number(process.env.STORED_FIGURES_SEED ?? 20_261_122);
const STEPS = Number(process.env.STORED_FIGURES_STEPS ?? 45);
/** More operations than these are killed in the middle. */
const KILLS = 3;
/** Operations follow each other after at most this time, so that there are submissions of several days. */
const MAX_PAUSE_MS = 6 * 60 * 60 * 1000;
/** More kinds of operations than these have to happen. */
const KINDS = 10;

/** The same numbers for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = randomNumbers(SEED);
const below = (bound: number): number => Math.floor(random() * bound);
/** Thrown by an operation that finds no row or person to act on. */
class NothingLeft extends Error {}

function oneOf<T>(list: readonly T[]): T {
  const chosen = list[below(list.length)];
  if (chosen === undefined) throw new NothingLeft();
  return chosen;
}

let tenant: TestTenant;
let cycle: Cycle;
let template: Awaited<ReturnType<typeof makeTemplate>>;
const departments = [newId(), newId(), null];

/** Runs an operation of the service as this employee, with all roles. */
function as<T>(employeeId: string | null, operation: () => Promise<T>): Promise<T> {
  const actor = {
    userId: newId(),
    email: 'hr@example.test',
    roles: Object.values(Role),
    sessionId: newId(),
    employeeId,
  };
  return runInContext({ requestId: newId(), tenantId: tenant.id, actor }, operation);
}

beforeAll(async () => {
  tenant = await makeTenant();
  template = await makeTemplate(tenant);
  cycle = await makeCycle(tenant, { templateId: template._id, settings: { minPeers: 1, maxPeers: 2 } });
  await tenant.within(async () => {
    const [boss] = await makeEmployees([{ departmentId: departments[0]! }]);
    await makeEmployees(
      Array.from({ length: 7 }, (_, at) => ({ departmentId: departments[at % 3] ?? null, managerId: boss!._id })),
    );
  });
});

const people = (): Promise<Employee[]> => EmployeeModel.find().sort({ _id: 1 }).lean<Employee[]>().exec();
const rows = (filter: object = {}): Promise<Participant[]> =>
  ParticipantModel.find({ cycleId: cycle._id, ...filter })
    .sort({ _id: 1 })
    .lean<Participant[]>()
    .exec();

const generate = () => runHandler(generateEvaluations, { cycleId: cycle._id });
const status = (to: CycleStatus) => changeCycleStatus(cycle._id, to);

async function submit(): Promise<void> {
  const row = oneOf(await rows({ status: ParticipantStatus.InProgress }));
  const answers = templateItems(template)
    .filter((item) => itemAppliesTo(item, row.evaluatorType) && item.type === ItemType.Rating)
    .map(({ id }) => ({ itemId: id, score: 1 + below(5) }));
  await as(row.evaluatorId, async () => {
    await saveAnswers(row._id, { answers });
    await submitEvaluation(row._id);
  });
}

/** Runs the job that the weights wait for, if there is one. */
async function rescore(): Promise<void> {
  const { rescoring } = (await CycleModel.findById(cycle._id).lean<Cycle>())!;
  if (rescoring === null) return;
  const job = await JobModel.findOne({ type: 'evaluation.rescore', 'payload.change': rescoring }).lean<Job>();
  await runHandler(rescoreCycle, job!.payload as Payload<'evaluation.rescore'>);
}

/** What happens to figures; one that cannot happen now is refused by the service and changes nothing. */
const OPERATIONS: Readonly<Record<string, () => Promise<unknown>>> = {
  generate,
  peers: () => runHandler(assignPeersOfCycle, { cycleId: cycle._id, dryRun: false }),
  reports: () => runHandler(assignDirectReports, { cycleId: cycle._id }),
  assign: async () => {
    const [subject, evaluator] = [oneOf(await people()), oneOf(await people())];
    const evaluatorType = oneOf([EvaluatorType.Peer, EvaluatorType.Stakeholder]);
    const pair = { cycleId: cycle._id, subjectId: subject._id, evaluatorId: evaluator._id, evaluatorType };
    await createPeerAssignment(pair);
  },
  submit,
  submitAgain: submit,
  submitMore: submit,
  reopen: async () => {
    const row = oneOf(await rows({ status: { $ne: ParticipantStatus.InProgress } }));
    await reopenEvaluation(row._id, { reason: 'the wrong person was rated' });
  },
  replace: async () => replaceEvaluator(oneOf(await rows())._id, { evaluatorId: oneOf(await people())._id }),
  remove: async () => removeEvaluator(oneOf(await rows())._id),
  leave: async () => updateEmployee(oneOf(await people())._id, { status: EmployeeStatus.Terminated }),
  return: async () => {
    const left = (await people()).filter((employee) => employee.status === EmployeeStatus.Terminated);
    await updateEmployee(oneOf(left)._id, { status: EmployeeStatus.Active });
  },
  move: async () => updateEmployee(oneOf(await people())._id, { lastName: `Renamed ${below(1_000)}` }),
  manager: async () => updateEmployee(oneOf(await people())._id, { managerId: oneOf(await people())._id }),
  delete: async () => deleteEmployee(oneOf(await people())._id),
  weights: async () => {
    await updateCycle(cycle._id, { settings: { weights: { Self: below(3), Manager: 1 + below(3) } } });
    await rescore();
  },
  open: () => status(CycleStatus.Open),
  close: () => status(CycleStatus.Closed),
  calibrate: async () => {
    const id = await createCalibration({ cycleId: cycle._id, name: 'Session' });
    try {
      await putEntry(id, oneOf(await people())._id, { calibrated: 1 + below(5), reason: 'compared with others' });
      await applyCalibration(id);
    } catch (error) {
      await cancelCalibration(id);
      throw error;
    }
  },
  acknowledge: async () => {
    await publishResults(cycle._id);
    const row = oneOf(await rows({ evaluatorType: EvaluatorType.Self, status: ParticipantStatus.Submitted }));
    await as(row.evaluatorId, () => acknowledgeResults(row._id));
  },
  potential: async () => {
    await setPotential(oneOf(await people())._id, { cycleId: cycle._id, potential: 3, reason: 'seen at work' });
  },
  merge: () => mergeAccount(cycleAccount(cycle._id, Presence.Present)),
};

/** Operations that a worker runs: one that was killed is run again. */
const JOBS: ReadonlySet<string> = new Set(['generate', 'peers', 'reports', 'weights']);
/** No operation on these few people writes more often than this. */
const MAX_WRITES = 12;

/** Kills an operation at one of its writes; whether it came so far. A job is run again, as its worker would. */
async function attemptKilled(name: string): Promise<boolean> {
  const [at, when] = [1 + below(MAX_WRITES), oneOf(['before', 'after'] as const)];
  try {
    await killAtWrite(at, when, () => attempt(name));
    return false;
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
  await tenant.within(rescore);
  await expectSameAsRecount();
  if (JOBS.has(name)) await attempt(name);
  return true;
}

const REFUSALS: ReadonlySet<string> = new Set(['CONFLICT', 'VALIDATION', 'NOT_FOUND']);

async function attempt(name: string): Promise<boolean> {
  jest.setSystemTime(Date.now() + below(MAX_PAUSE_MS));
  try {
    await as(null, OPERATIONS[name]!);
    return true;
  } catch (error) {
    const isRefused = error instanceof AppError && REFUSALS.has(error.code);
    if (isRefused || error instanceof NothingLeft) return false;
    throw error;
  }
}

/** The figures of the cycle as its rows say, by the rules and without what is stored. */
async function recount() {
  const { settings } = (await CycleModel.findById(cycle._id).lean<Cycle>())!;
  const evaluations = await EvaluationModel.find({ cycleId: cycle._id }).sort({ _id: 1 }).lean<Evaluation[]>();
  const participants = await rows();
  const ofType = (type: EvaluatorType, counts = participants.filter(participantCounts)) => {
    const own = counts.filter(({ evaluatorType }) => evaluatorType === type);
    return { total: own.length, submitted: own.filter((row) => countsAsSubmitted(row.status)).length };
  };
  const here = evaluations.filter(subjectCounts);
  const doneOf = (evaluation: Evaluation): boolean => {
    const own = participants.filter((row) => row.subjectId === evaluation.subjectId && participantCounts(row));
    return own.length > 0 && own.every((row) => countsAsSubmitted(row.status));
  };
  const effectiveOf = ({ subjectId, calibrated }: Evaluation): number | null => {
    const own = participants.filter((row) => row.subjectId === subjectId);
    return effectiveScore(typeMeans(own, storedScore).overall(settings.weights), calibrated);
  };
  const parts = new Map<string, number>();
  for (const { departmentId } of here) parts.set(`${departmentId}`, (parts.get(`${departmentId}`) ?? 0) + 1);
  const days = new Map<string, number>();
  for (const { submittedAt } of participants.filter(participantCounts))
    if (submittedAt) days.set(isoDay(submittedAt), (days.get(isoDay(submittedAt)) ?? 0) + 1);
  return {
    days: Object.fromEntries([...days].sort()),
    subjects: Object.fromEntries([...parts].sort()),
    types: EVALUATOR_TYPES.map((type) => ofType(type)),
    done: here.filter(doneOf).length,
    doneCalibrated: here.filter((row) => doneOf(row) && row.calibratedAt !== null).length,
    scored: here.filter((row) => effectiveOf(row) !== null).length,
    effective: evaluations.map((row) => [row.subjectId, effectiveOf(row)?.toFixed(9) ?? null]),
    names: await namesOf(evaluations),
  };
}

const isoDay = (at: Date): string => at.toISOString().slice(0, 10);

async function namesOf(evaluations: readonly Evaluation[]): Promise<(string | undefined)[]> {
  const anyOne = { _id: { $in: evaluations.map(({ subjectId }) => subjectId) }, isDeleted: { $in: [true, false] } };
  const employees = await EmployeeModel.find(anyOne).lean<Employee[]>();
  return evaluations.map(({ subjectId }) => employees.find(({ _id }) => _id === subjectId)?.fullName);
}

/** The figures of the cycle as they are stored. */
async function storedFigures(): Promise<Awaited<ReturnType<typeof recount>>> {
  const evaluations = await EvaluationModel.find({ cycleId: cycle._id }).sort({ _id: 1 }).lean<Evaluation[]>();
  const parts = await partSums(cycle._id);
  const sum = (pick: (sums: (typeof parts)[number]['sums']) => number): number =>
    parts.reduce((total, { sums }) => total + pick(sums), 0);
  const days = await cycleProgress(cycle._id);
  return {
    days: Object.fromEntries(days.map(({ date, submitted }) => [date, submitted])),
    subjects: Object.fromEntries(parts.map(({ departmentId, sums }) => [`${departmentId}`, sums.subjects]).sort()),
    types: EVALUATOR_TYPES.map((type) => ({
      total: sum((sums) => participantSums(sums, [type]).total),
      submitted: sum((sums) => participantSums(sums, [type]).submitted),
    })),
    done: sum((sums) => sums.done),
    doneCalibrated: sum((sums) => sums.doneCalibrated),
    scored: sum((sums) => Array.from({ length: 10 }, (_, bin) => sums[binName(bin)]).reduce((a, b) => a + b, 0)),
    effective: evaluations.map(({ subjectId, effective }) => [subjectId, effective?.toFixed(9) ?? null]),
    names: evaluations.map(({ subject }) => subject.fullName),
  };
}

/** What has happened so far, for the message of a failure. */
const history: string[] = [];

async function expectSameAsRecount(): Promise<void> {
  const [stored, counted] = await tenant.within(async () => [await storedFigures(), await recount()]);
  expect({ seed: SEED, history, ...stored }).toEqual({ seed: SEED, history, ...counted });
}

test('stored figures equal a recount after every one of a random sequence of operations, and kills (docs/adr/0026)', async () => {
  const done = new Map<string, number>();
  let kills = 0;
  const names = [
    'generate',
    'open',
    'peers',
    'submit',
    ...Array.from({ length: STEPS }, () => oneOf(Object.keys(OPERATIONS))),
  ];
  for (const [step, name] of names.entries()) {
    const isKilled = step > 3 && below(3) === 0; // the cycle has to begin
    history.push(isKilled ? `${name}, killed` : name);
    if (isKilled) kills += (await attemptKilled(name)) ? 1 : 0;
    else if (await attempt(name)) done.set(name, (done.get(name) ?? 0) + 1);
    else continue;
    await expectSameAsRecount();
  }
  // Where the state of the cycle refuses an operation, there is nothing to kill: others follow until there were some kills.
  for (let more = 0; kills <= KILLS && more < STEPS; more++) {
    const name = oneOf(Object.keys(OPERATIONS));
    history.push(`${name}, killed`);
    kills += (await attemptKilled(name)) ? 1 : 0;
    await expectSameAsRecount();
  }
  // Ids are others in each run, and with them who is refused: kinds that did not happen yet follow until there are enough.
  for (let more = 0; done.size <= KINDS && more < STEPS; more++) {
    const name = oneOf(Object.keys(OPERATIONS).filter((kind) => !done.has(kind)));
    history.push(name);
    if (await attempt(name)) done.set(name, 1);
    await expectSameAsRecount();
  }
  expect(done.size).toBeGreaterThan(KINDS);
  expect(kills).toBeGreaterThan(KILLS);
  expect(await tenant.within(() => checkFigures(cycle._id))).toEqual({ subjects: 0, names: 0, departments: 0 });
});

test('submissions about one subject at the same moment are all counted', async () => {
  await as(null, async () => {
    await status(CycleStatus.Open);
    await generate();
    await OPERATIONS.peers!();
  });
  const open = await tenant.within(() =>
    rows({ status: ParticipantStatus.InProgress, evaluatorPresence: Presence.Present }),
  );
  const answersOf = (row: Participant) =>
    templateItems(template)
      .filter((item) => itemAppliesTo(item, row.evaluatorType) && item.type === ItemType.Rating)
      .map(({ id }) => ({ itemId: id, score: 3 }));
  const answered = await Promise.all(
    open
      .filter((row) => row.subjectPresence === Presence.Present)
      .map((row) =>
        as(row.evaluatorId, async () => {
          await saveAnswers(row._id, { answers: answersOf(row) });
          await submitEvaluation(row._id);
        }),
      ),
  );
  expect(answered.length).toBeGreaterThan(3);
  const [stored, counted] = await tenant.within(async () => [await storedFigures(), await recount()]);
  expect(stored).toEqual(counted);
});

test('the check finds what has drifted, repairs it, and then finds nothing', async () => {
  await tenant.within(async () => {
    const [subject] = await EvaluationModel.find({ cycleId: cycle._id, subjectPresence: Presence.Present }).lean<
      Evaluation[]
    >();
    await EvaluationModel.updateOne({ _id: subject!._id }, { $set: { effective: 99, 'subject.fullName': 'Wrong' } });
    await inTransaction(async () => addToSum(cycleAccount(cycle._id, Presence.Present), newId(), { subjects: 2 }));
    expect(await checkFigures(cycle._id)).toEqual({ subjects: 1, names: 1, departments: 1 });
    expect(await storedFigures()).toEqual(await recount());
    expect(await checkFigures(cycle._id)).toEqual({ subjects: 0, names: 0, departments: 0 });
  });
});

test('a cycle from before figures were stored is counted by the check', async () => {
  await tenant.within(async () => {
    const fields = { tally: 1, subject: 1, searchText: 1, effective: 1 };
    await EvaluationModel.collection.updateMany({ tenantId: tenant.id }, { $unset: fields });
    await EvaluationModel.db.collection('sums').deleteMany({ tenantId: tenant.id });
    const counted = await recount();
    await checkFigures(cycle._id);
    expect(await storedFigures()).toEqual(counted);
  });
});
