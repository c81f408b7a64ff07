import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { PublishedResultsModel } from '../../../shared/evaluation/disclosure/published-results.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { GapModel } from '../../../shared/insight/gaps/gap.model';
import { now } from '../../../shared/kernel/clock';
import { newId } from '../../../shared/kernel/ids';
import { publishMissingResults } from '../../../worker/evaluation/publish-missing-results';
import { publishCycleResults } from '../../../worker/evaluation/publish-results.job';
import { recalculateGaps } from '../../../worker/insight/recalculate-gaps.job';
import { type EvaluatorPlan, makeEvaluatedCycle, makeTemplate } from '../../factories/evaluation';
import { templateItem } from '../../factories/template-item';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { runHandler } from '../../support/run-handler';
import { useService } from '../../support/service';

// What subjects and managers are shown is computed from what they may see (docs/anonymity.md).

const service = useService({ worker: false });
const { Self, Manager, Peer } = EvaluatorType;

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

/** Four items of four required competencies, and one of potential that the manager answers. */
async function evaluatedBy(peers: readonly (readonly (number | null)[])[], { isPublished = true } = {}) {
  const items = Array.from({ length: 4 }, () => templateItem({ competencyId: newId(), allowNotApplicable: true }));
  const potential = templateItem({ measuresPotential: true, required: false, text: 'Could lead a department' });
  const template = await makeTemplate(tenant, { items: [...items, potential] });
  const answers = (ratings: readonly (number | null)[]): NonNullable<EvaluatorPlan['answers']> =>
    [...items, potential].map(({ id }, at) => {
      const score = ratings[at] ?? null;
      return {
        itemId: id,
        score,
        notApplicable: score === null,
        comment: at === 4 && score !== null ? 'a leader' : null,
      };
    });
  const evaluators: EvaluatorPlan[] = [
    { type: Self, answers: answers([5, 5, 5, 5]) },
    { type: Manager, answers: answers([5, 5, 5, 5, 2]) },
    ...peers.map((ratings) => ({ type: Peer, answers: answers(ratings) })),
  ];
  const requirements = items.map(({ competencyId }, at) => ({
    requirementId: competencyId ?? '',
    requirement: `Competency ${at + 1}`,
    requiredLevel: 5,
    isCritical: false,
  }));
  const made = await makeEvaluatedCycle(tenant, {
    template,
    cycle: { resultsPublishedAt: isPublished ? now() : null },
    subjects: [{ requirements, evaluators }],
  });
  const { employee, evaluation } = made.subjects[0]!;
  const cycleId = made.cycle._id;
  await tenant.within(() => runHandler(recalculateGaps, { cycleId }));
  return {
    cycleId,
    subjectId: employee._id,
    path: `/api/evaluation-results/${cycleId}/subjects/${employee._id}`,
    subject: await tenant.signedIn({ employeeId: employee._id }),
    manager: await tenant.signedIn({ employeeId: evaluation.managerId ?? '' }),
  };
}

const get = async (path: string, token: string) => {
  const { status, body } = await service().call('get', path, token);
  expect([path, status]).toEqual([path, 200]);
  return body;
};

test('plans of HR are made of what the employee is shown, and only once that is released', async () => {
  const { cycleId, subjectId } = await evaluatedBy([[5, 4, 5, 1]]);
  const gaps = await tenant.within(async () => GapModel.find({ cycleId, gapLevel: { $gt: 0 } }).lean());
  expect(gaps).toHaveLength(2); // HR sees where the peer rated below the others
  const bulk = { action: 'plan', ids: gaps.map(({ _id }) => _id) };
  const refused = gaps.map(({ _id: id }) => ({ id, code: 'GAP_NOT_SHOWN_TO_EMPLOYEE', values: {} }));
  const { body } = await service().call('post', '/api/gap-analysis/bulk', tenant.hr).send(bulk);
  expect(body).toEqual({ changed: 0, plans: 0, refused });
  const fromGaps = { cycleId, employeeId: subjectId };
  const plan = await service().call('post', '/api/development-plans/from-gaps', tenant.hr).send(fromGaps);
  expect(plan.status).toBe(409);
  const early = await evaluatedBy([], { isPublished: false });
  const before = await service()
    .call('post', '/api/development-plans/from-gaps', tenant.hr)
    .send({ cycleId: early.cycleId, employeeId: early.subjectId });
  expect(before.status).toBe(409);
});

test('in bulk only the gap that the employee is not shown is refused', async () => {
  const { cycleId } = await evaluatedBy([
    [2, 4, 5, 5],
    [2, null, 5, 5],
    [2, null, 5, 5],
  ]);
  const rows = await tenant.within(async () => GapModel.find({ cycleId, gapLevel: { $gt: 0 } }).lean());
  const hidden = rows.find(({ requirement }) => requirement === 'Competency 2');
  const { body } = await service()
    .call('post', '/api/gap-analysis/bulk', tenant.hr)
    .send({ action: 'plan', ids: rows.map(({ _id }) => _id) });
  expect(rows).toHaveLength(2);
  const refused = [{ id: hidden?._id, code: 'GAP_NOT_SHOWN_TO_EMPLOYEE', values: {} }];
  expect(body).toEqual({ changed: 1, plans: 1, refused });
});

test('items that measure potential are for HR alone', async () => {
  const { path, subject, manager, cycleId, subjectId } = await evaluatedBy([]);
  expect(JSON.stringify(await get(path, tenant.hr))).toContain('Could lead a department');
  for (const token of [subject, manager]) {
    const text = JSON.stringify([await get(`${path}?explain=true`, token), await get(`${path}/comparison`, token)]);
    expect(text).not.toMatch(/Could lead|a leader|"measuresPotential":true/);
  }
  expect(JSON.stringify(await get(`/api/my-results?cycleId=${cycleId}`, subject))).not.toContain(subjectId);
});

test('one viewer sees one level of a requirement', async () => {
  const { path, subject, manager } = await evaluatedBy([
    [1, 4, 4, 4],
    [1, 4, 4, null],
    [null, 2, 3, null],
  ]);
  for (const token of [subject, manager]) {
    const { requirements } = await get(path, token);
    const levels = new Map(
      requirements.map(({ requirement, currentLevel }: Record<string, unknown>) => [requirement, currentLevel]),
    );
    const dashboard =
      token === subject
        ? (await get('/api/my-dashboard', token)).results.result
        : (await get('/api/dashboards/manager', token)).reports[0].result;
    expect(dashboard.gaps.length).toBeGreaterThan(0);
    for (const { requirement, currentLevel } of dashboard.gaps)
      expect([requirement, currentLevel]).toEqual([requirement, levels.get(requirement)]);
  }
});

test('where nothing but Self is shown there is no score, and the groups are named wherever one is shown', async () => {
  const { path, subject, manager, cycleId } = await evaluatedBy([[1, 1, 1, 1]]);
  const named = { hiddenTypes: [Peer] };
  expect(await get(path, subject)).toMatchObject({ overall: 5, interval: null, ...named });
  expect((await get(`/api/my-results?cycleId=${cycleId}`, subject)).items[0]).toMatchObject(named);
  expect((await get('/api/my-dashboard', subject)).results.result).toMatchObject(named);
  expect((await get('/api/dashboards/manager', manager)).reports[0].result).toMatchObject(named);
  expect(await get(path, tenant.hr)).toMatchObject({ hiddenTypes: [] });
  const alone = await makeEvaluatedCycle(tenant, {
    cycle: { resultsPublishedAt: now() },
    subjects: [
      {
        evaluators: [
          { type: Self, rating: 4 },
          { type: Peer, rating: 1 },
        ],
      },
    ],
  });
  const employeeId = alone.subjects[0]!.employee._id;
  const token = await tenant.signedIn({ employeeId });
  const own = await get(`/api/evaluation-results/${alone.cycle._id}/subjects/${employeeId}`, token);
  expect(own).toMatchObject({ overall: null, effective: null, ...named });
});

test('a comment on an item whose figure is hidden is shown without its item', async () => {
  const items = [templateItem({ allowNotApplicable: true }), templateItem({ allowNotApplicable: true })];
  const template = await makeTemplate(tenant, { items });
  const peer = (...scores: (number | null)[]): EvaluatorPlan => ({
    type: Peer,
    answers: items.map(({ id }, at) => {
      const score = scores[at] ?? null;
      return { itemId: id, score, notApplicable: score === null, comment: score === null ? null : `at ${at + 1}` };
    }),
  });
  const made = await makeEvaluatedCycle(tenant, {
    template,
    cycle: { resultsPublishedAt: now() },
    subjects: [{ evaluators: [{ type: Self }, peer(4, 1), peer(4), peer(5)] }],
  });
  const employeeId = made.subjects[0]!.employee._id;
  const token = await tenant.signedIn({ employeeId });
  const { sections, otherComments } = await get(
    `/api/evaluation-results/${made.cycle._id}/subjects/${employeeId}`,
    token,
  );
  const texts = (comments: { text: string }[]) => comments.map(({ text }) => text);
  expect(sections[0].items.map(({ comments }: { comments: { text: string }[] }) => texts(comments))).toEqual([
    ['at 1', 'at 1', 'at 1'],
    [],
  ]);
  expect(texts(otherComments)).toEqual(['at 2']);
});

test('reading keeps nothing: closing and publishing do, and a task does for what an older version closed', async () => {
  const { cycleId, path, manager } = await evaluatedBy([
    [4, 4, 4, 4],
    [4, 4, 4, 4],
    [4, 4, 4, 4],
  ]);
  const kept = () => tenant.within(async () => PublishedResultsModel.countDocuments({ cycleId }));
  const ofPeers = async () =>
    (await get(path, manager)).typeScores.find(
      ({ evaluatorType }: { evaluatorType: EvaluatorType }) => evaluatorType === Peer,
    );
  await tenant.within(() => PublishedResultsModel.deleteMany({ cycleId }));
  expect(await ofPeers()).toMatchObject({ score: null, hidden: true });
  expect(await kept()).toBe(0);
  await publishMissingResults();
  expect(await kept()).toBe(1);
  expect(await ofPeers()).toMatchObject({ score: 4, hidden: false });
});

test('closing starts the job that keeps what managers are shown', async () => {
  const made = await makeEvaluatedCycle(tenant, { cycle: { status: CycleStatus.InProgress } });
  const cycleId = made.cycle._id;
  const closed = await service()
    .call('post', `/api/evaluation-cycles/${cycleId}/status/Closed`, tenant.hr)
    .set('Prefer', 'respond-async');
  expect(closed.status).toBe(202);
  const { body } = await service().call('get', '/api/jobs?type=evaluation.keep-results', tenant.hr);
  expect(JSON.stringify(body.items)).toContain(cycleId);
  expect(await tenant.within(() => runHandler(publishCycleResults, { cycleId }))).toEqual({ subjects: 1 });
  expect(await tenant.within(async () => CycleModel.countDocuments({ _id: cycleId }))).toBe(1);
});
