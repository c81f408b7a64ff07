import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { JobModel } from '../../shared/jobs/job.model';
import { makeEmployee } from '../factories/evaluation';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { useService } from '../support/service';

// A review from nominations to released results, played by seven people: HR, two managers, a subject and three peers.

const service = useService();

type Body = Record<string, unknown>;
interface ListedEvaluation {
  cycleId: string;
  subject: { id: string };
}
const LEVELS = ['Weak', 'Fair', 'Solid', 'Strong', 'Model'].map((label, at) => ({
  level: at + 1,
  label,
  descriptor: `${label} listening`,
}));
/** What each evaluator gives Ana for listening and for the item that everyone is asked. */
const GIVEN: Record<string, [listening: number, general: number]> = {
  Ana: [5, 4],
  Marta: [3, 4],
  Bruno: [3, 4],
  Carla: [2, 4],
  Elena: [3, 3],
};
const TOO_OPEN = 'The customer Torres told me so.';

let tenant: TestTenant;
const ids: Record<string, string> = {};
const tokens: Record<string, string> = {};
beforeAll(async () => {
  tenant = await makeTenant();
  const hire = async (firstName: string, manager?: string): Promise<void> => {
    const managerId = manager === undefined ? null : (ids[manager] ?? null);
    ids[firstName] = (await makeEmployee(tenant, { firstName, managerId }))._id;
    tokens[firstName] = await tenant.signedIn({ employeeId: ids[firstName] });
  };
  await hire('Diego');
  await hire('Marta', 'Diego');
  for (const name of ['Ana', 'Bruno', 'Carla', 'Elena']) await hire(name, 'Marta');
});

type Method = 'get' | 'post' | 'put';
const call = (who: string, method: Method, path: string, body: Body = {}) => {
  const token = who === 'Helena' ? tenant.hr : tokens[who];
  const request = service().call(method, `/api/${path}`, token);
  return method === 'get' ? request : request.send(body);
};
async function done(who: string, method: Method, path: string, body: Body = {}) {
  const answer = await call(who, method, path, body);
  expect([who, method, path, answer.status < 300 ? 'done' : answer.text]).toEqual([who, method, path, 'done']);
  return answer.body;
}
const results = (subject = 'Ana'): string => `evaluation-results/${ids.cycle}/subjects/${ids[subject]}`;

test('HR prepares a cycle; nobody would be without a score', async () => {
  ids.listening = (await done('Helena', 'post', 'competencies', { name: 'Listening', levels: LEVELS })).id;
  ids.leading = (await done('Helena', 'post', 'competencies', { name: 'Leading' })).id;
  const requirements = [{ competencyId: ids.listening, requiredLevel: 4, isCritical: false }];
  const profile = await done('Helena', 'post', 'job-profiles', { name: 'Engineer', requirements });
  await done('Helena', 'put', `employees/${ids.Ana}`, { jobProfileId: profile.id });
  const byJob = [
    { text: 'Listens', competencyId: ids.listening },
    { text: 'Leads', competencyId: ids.leading },
  ];
  const sections = [
    { title: 'By job', onlyRequired: true, items: byJob },
    { title: 'For all', items: [{ text: 'Can be relied on' }] },
  ];
  const template = await done('Helena', 'post', 'evaluation-templates', { name: 'Yearly', sections });
  const settings = {
    ...{ minPeers: 3, maxPeers: 3, peerNomination: 'SubjectAndManager', nominationEndDate: '2999-12-31' },
    ...{ maxEvaluations: 8, release: 'Manager' },
  };
  ids.cycle = (
    await done('Helena', 'post', 'evaluation-cycles', { name: 'Review', templateId: template.id, settings })
  ).id;
  expect(await done('Helena', 'get', `evaluation-cycles/${ids.cycle}/preparation`)).toMatchObject({
    activeEmployees: 6,
    unscored: 0,
  });
  await done('Helena', 'post', `evaluation-cycles/${ids.cycle}/generate-evaluations`);
  await done('Helena', 'post', `evaluation-cycles/${ids.cycle}/status/Open`);
});

test('Ana names her peers, Marta returns them once and approves; HR fills up the others', async () => {
  const named = ['Bruno', 'Carla', 'Elena'].map((name) => ids[name]);
  const { items } = await done('Ana', 'get', 'my-nominations');
  expect(items).toMatchObject([{ cycleId: ids.cycle, status: 'Open', minPeers: 3, maxPeers: 3, peers: [] }]);
  const team = `team-nominations/${ids.cycle}/${ids.Ana}`;
  for (const step of ['return', 'approve']) {
    await done('Ana', 'put', `my-nominations/${ids.cycle}`, { evaluatorIds: named });
    expect(await done('Ana', 'post', `my-nominations/${ids.cycle}/submit`)).toMatchObject({ status: 'Submitted' });
    expect((await call('Diego', 'post', `${team}/${step}`, { reason: 'Not mine.' })).status).toBe(404);
    await done('Marta', 'post', `${team}/${step}`, step === 'return' ? { reason: 'Are you sure?' } : {});
  }
  const assigned = await done('Helena', 'post', `evaluation-cycles/${ids.cycle}/auto-assign-peers`);
  expect(assigned.assigned).toBeGreaterThan(0);
  const path = `evaluation-cycles/${ids.cycle}/participants?pageSize=200&subjectId=${ids.Ana}&evaluatorType=Peer`;
  const peers = (await done('Helena', 'get', path)).items.map(
    ({ evaluatorId }: { evaluatorId: string }) => evaluatorId,
  );
  expect(peers.toSorted()).toEqual(named.toSorted());
});

test('each form asks what the job needs and shows the levels; all five answer about Ana', async () => {
  for (const [name, [listening, general]] of Object.entries(GIVEN)) {
    const { items } = await done(name, 'get', 'my-evaluations?pageSize=200');
    const about = items.find(({ subject }: { subject: { id: string } }) => subject.id === ids.Ana);
    const { template } = await done(name, 'get', `my-evaluations/${about.id}`);
    const [byJob, forAll] = template.sections;
    expect([byJob.items.length, byJob.items[0].levels[4]]).toEqual([
      1,
      { score: 5, label: 'Model', descriptor: 'Model listening' },
    ]);
    const comment = { Bruno: 'Asks twice.', Carla: TOO_OPEN, Elena: 'Lets others finish.' }[name] ?? null;
    const answers = [
      { itemId: byJob.items[0].id, score: listening, comment },
      { itemId: forAll.items[0].id, score: general },
    ];
    await done(name, 'post', `my-evaluations/${about.id}/respond`, { answers });
    await done(name, 'post', `my-evaluations/${about.id}/submit`);
  }
});

test('HR closes the cycle, reads how reliable the scores are and withholds a comment', async () => {
  for (const name of ['Ana', 'Marta']) expect((await call(name, 'get', results())).status).toBe(404);
  await done('Helena', 'post', `evaluation-cycles/${ids.cycle}/status/Closed`);
  const { types } = await done('Helena', 'get', `evaluation-results/${ids.cycle}/quality`);
  expect(types.find(({ evaluatorType }: Body) => evaluatorType === 'Peer')).toMatchObject({
    ...{ subjects: 1, raters: 3, singleRater: null, assumed: 0.37 },
    meanOf: expect.arrayContaining([{ raters: 4, reliability: 0.7 }]),
  });
  const { sections } = await done('Helena', 'get', results());
  const { comments } = sections[0].items[0];
  const { id } = comments.find(({ text }: Body) => text === TOO_OPEN);
  const decision = { isWithheld: true, reason: 'It names a customer.' };
  expect(await done('Helena', 'put', `${results()}/comments/${id}`, decision)).toEqual({ id, isWithheld: true });
});

test('Marta prepares the talk with what Ana will see, and releases; nobody else is released', async () => {
  const team = await done('Marta', 'get', 'dashboards/manager');
  const ready = team.reports.find(({ id }: { id: string }) => id === ids.Ana);
  expect([team.cycle.release, ready.result]).toMatchObject(['Manager', { complete: true, releasedAt: null }]);
  const talk = await done('Marta', 'get', results());
  expect(talk).toMatchObject({ release: 'Manager', releasedAt: null, withheldComments: 1 });
  expect(JSON.stringify(talk)).not.toContain(TOO_OPEN);
  // Peers and Marta for listening: (0.5 * 3 + 0.2 * 8 / 3) / 0.7 = 2.90.
  const compared = await done('Marta', 'get', `${results()}/comparison`);
  expect(compared.competencies).toMatchObject([
    { competency: 'Listening', self: 5, others: 2.9, difference: 2.1, kind: 'BlindSpot', previous: null },
  ]);
  expect((await call('Ana', 'get', results())).status).toBe(404);
  expect((await call('Bruno', 'post', `${results()}/release`)).status).toBe(404);
  const { releasedAt } = await done('Marta', 'post', `${results()}/release`);

  const { items: notifications } = await done('Ana', 'get', 'notifications');
  expect(notifications[0]).toMatchObject({ type: 'results-published', link: `/my-results/${ids.cycle}` });
  // Self 4.5 * 0.2, Marta 3.5 * 0.5, peers 19 / 6 * 0.2, over 0.9.
  expect(await done('Ana', 'get', results())).toMatchObject({ overall: 3.65, releasedAt, withheldComments: 1 });
  expect((await done('Ana', 'get', `${results()}/comparison`)).competencies).toEqual(compared.competencies);
  expect((await call('Bruno', 'get', results('Bruno'))).status).toBe(404);
});

test('Diego releases Marta’s results, and publishing releases all others', async () => {
  expect((await call('Marta', 'get', results('Marta'))).status).toBe(404);
  await done('Diego', 'post', `${results('Marta')}/release`);
  await done('Marta', 'get', results('Marta'));
  await done('Helena', 'post', `evaluation-results/${ids.cycle}/publish`);
  for (const name of ['Bruno', 'Carla', 'Elena', 'Diego']) await done(name, 'get', results(name));
});

test('a cycle that sets none of it stores and asks what it did before, and HR alone releases', async () => {
  const sections = [{ title: 'For all', items: [{ text: 'Can be relied on' }] }];
  const template = await done('Helena', 'post', 'evaluation-templates', { name: 'Plain', sections });
  const plain = (await done('Helena', 'post', 'evaluation-cycles', { name: 'Plain', templateId: template.id })).id;
  const cycle = `evaluation-cycles/${plain}`;
  await done('Helena', 'post', `${cycle}/generate-evaluations`);
  await done('Helena', 'post', `${cycle}/status/Open`);
  for (const name of ['Ana', 'Marta']) {
    const asked = (await done(name, 'get', 'my-nominations')).items;
    expect(asked.map(({ cycleId }: Body) => cycleId)).not.toContain(plain);
    const { items: notifications } = await done(name, 'get', 'notifications?pageSize=200');
    expect(notifications.filter(({ type }: Body) => type === 'nominations-asked')).toHaveLength(1);
    const { items } = await done(name, 'get', 'my-evaluations?pageSize=200');
    const about = items.find(({ cycleId, subject }: ListedEvaluation) => cycleId === plain && subject.id === ids.Ana);
    const { template: form } = await done(name, 'get', `my-evaluations/${about.id}`);
    const [section] = form.sections;
    expect(Object.keys(section).sort()).toEqual(['id', 'items', 'title']);
    expect(Object.keys(section.items[0]).filter((field) => field === 'levels')).toEqual([]);
    await done(name, 'post', `my-evaluations/${about.id}/respond`, {
      answers: [{ itemId: section.items[0].id, score: 4 }],
    });
    await done(name, 'post', `my-evaluations/${about.id}/submit`);
  }
  await done('Helena', 'post', `${cycle}/status/Closed`);
  const path = `evaluation-results/${plain}/subjects/${ids.Ana}`;
  expect((await call('Ana', 'get', path)).status).toBe(404);
  await done('Marta', 'get', path);
  for (const who of ['Marta', 'Helena']) expect((await call(who, 'post', `${path}/release`)).status).toBe(409);
  await done('Helena', 'post', `evaluation-results/${plain}/publish`);
  expect(await done('Ana', 'get', path)).toMatchObject({ overall: 4, withheldComments: 0 });
  const stored = await tenant.within(() => EvaluationModel.find({ cycleId: plain }).lean());
  expect(stored.map(({ nomination, withheldComments = [] }) => [nomination, withheldComments])).toEqual(
    Array.from({ length: 6 }, () => [undefined, []]),
  );
  const jobs = await tenant.within(() => JobModel.find({ 'payload.cycleId': plain }).lean());
  expect(jobs.filter(({ type }) => /nomination|mail/.test(type))).toEqual([]);
});
