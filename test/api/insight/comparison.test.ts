import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { type EvaluatorPlan, makeEmployee, makeEvaluatedCycle, makeTemplate } from '../../factories/evaluation';
import { makeCompetency } from '../../factories/framework';
import { templateItem } from '../../factories/template-item';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { ownCommandsOf } from '../../support/command-count';
import { useService } from '../../support/service';

// The comparison of self with others, and of an earlier cycle with this one.

const service = useService({ worker: false });
const { Self, Manager, Peer } = EvaluatorType;

let tenant: TestTenant;
let competency: { _id: string; name: string };
let [first, second, unpublished, subject, stranger, own, manager]: string[] = [];
beforeAll(async () => {
  tenant = await makeTenant();
  competency = await tenant.within(() => makeCompetency());
  const boss = await makeEmployee(tenant);
  const employee = await makeEmployee(tenant, { managerId: boss._id });
  const template = await makeTemplate(tenant, { items: [templateItem({ competencyId: competency._id })] });
  const cycle = async (name: string, closedAt: string, isPublished: boolean, evaluators: EvaluatorPlan[]) => {
    const at = new Date(closedAt);
    const dates = { closedAt: at, resultsPublishedAt: isPublished ? at : null };
    const made = await makeEvaluatedCycle(tenant, {
      template,
      cycle: { name, ...dates },
      subjects: [{ employee, evaluators: [{ type: Manager, evaluatorId: boss._id, rating: 3 }, ...evaluators] }],
    });
    return made.cycle._id;
  };
  first = await cycle('First', '2025-01-01T00:00:00Z', true, []);
  unpublished = await cycle('Unpublished', '2025-06-01T00:00:00Z', false, []);
  // Two peers are a hidden group: only HR compares with them.
  second = await cycle('Second', '2026-01-01T00:00:00Z', true, [
    { type: Self, rating: 5 },
    { type: Peer, rating: 1 },
    { type: Peer, rating: 1 },
  ]);
  subject = employee._id;
  own = await tenant.signedIn({ employeeId: employee._id });
  manager = await tenant.signedIn({ employeeId: boss._id });
  stranger = await tenant.signedIn({ employeeId: (await makeEmployee(tenant))._id });
});

const read = (token = '', query = '', cycleId = second) =>
  service().call('get', `/api/evaluation-results/${cycleId}/subjects/${subject}/comparison${query}`, token);

test('the subject: over what is shown, beside the last cycle whose results they see', async () => {
  expect((await read(own)).body).toEqual({
    scale: { min: 1, max: 5 },
    with: { id: first, name: 'First' },
    competencies: [
      {
        competencyId: competency._id,
        competency: competency.name,
        self: 5,
        others: 3,
        difference: 2,
        kind: 'BlindSpot',
        previous: 3,
        change: 0,
        isComparable: false, // one of three took part then
      },
    ],
  });
});

test('the manager sees the cycle that is not published, HR the hidden group too', async () => {
  expect((await read(manager)).body.with).toEqual({ id: unpublished, name: 'Unpublished' });
  const { body } = await read(tenant.hr);
  expect(body.competencies[0].others).toBe(2.43); // (3 × 0.5 + 1 × 0.2) / 0.7
});

test('a named cycle that is not visible or not earlier, and results that are not: 404', async () => {
  expect((await read(own, `?with=${first}`)).status).toBe(200);
  const refused = [
    read(own, `?with=${unpublished}`),
    read(own, `?with=${second}`),
    read(stranger),
    read(own, '', unpublished),
    read(own, `?with=${second}`, first),
  ];
  for (const answer of await Promise.all(refused)) expect(answer.status).toBe(404);
  expect((await read(own, '', first)).body.with).toBeNull();
});

test('a subject’s comparison asks the database as often for thirty peers, and with many earlier cycles, as for one', async () => {
  const compared = async (peers: number, earlier: number) => {
    const employee = await makeEmployee(tenant);
    let cycleId = '';
    for (let at = 0; at <= earlier; at += 1) {
      const closedAt = new Date(Date.UTC(2020 + at, 0, 1));
      const evaluators = [{ type: Self }, ...Array.from({ length: peers }, () => ({ type: Peer }))];
      const made = await makeEvaluatedCycle(tenant, {
        cycle: { closedAt, resultsPublishedAt: closedAt },
        template: await makeTemplate(tenant, { items: [templateItem({ competencyId: competency._id })] }),
        subjects: [{ employee, evaluators }],
      });
      cycleId = made.cycle._id;
    }
    const path = `/api/evaluation-results/${cycleId}/subjects/${employee._id}/comparison`;
    return ownCommandsOf(() => service().call('get', path, tenant.hr).expect(200));
  };
  const few = await compared(1, 1);
  expect(await compared(30, 4)).toEqual(few);
  // All that is answered about the subject: one query in each of the two cycles.
  expect(few.filter((command) => command === 'find participants')).toHaveLength(2);
  expect(few.length).toBeLessThan(20);
});
