import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { makeEmployee, makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const { Self, Manager, Peer } = EvaluatorType;

let tenant: TestTenant;
let cycleId: string;
let mona: string;
beforeAll(async () => {
  tenant = await makeTenant();
  const people = [];
  for (const firstName of ['Ana', 'Berta', 'Mona', 'Pablo', 'Zoe'])
    people.push(await makeEmployee(tenant, { firstName, lastName: 'R' }));
  const [ana, berta, manager, pablo, zoe] = people.map((employee) => employee._id);
  mona = manager!;
  // Each rates the two items of the default template alike.
  const made = await makeEvaluatedCycle(tenant, {
    subjects: [
      {
        employee: people[0]!,
        evaluators: [
          { type: Self, evaluatorId: ana!, rating: 5 },
          { type: Manager, evaluatorId: mona, rating: 3 },
          { type: Peer, evaluatorId: pablo!, rating: 1 },
          { type: Peer, evaluatorId: zoe!, rating: 3 },
        ],
      },
      {
        employee: people[1]!,
        evaluators: [
          { type: Self, evaluatorId: berta!, rating: 2 },
          { type: Manager, evaluatorId: mona, rating: 4 },
          { type: Peer, evaluatorId: zoe!, rating: 1, status: ParticipantStatus.InProgress },
          { type: Peer, evaluatorId: pablo!, rating: null },
        ],
      },
      {
        employee: people[4]!,
        evaluators: [
          { type: Manager, evaluatorId: pablo!, rating: 2 },
          { type: Peer, evaluatorId: ana!, rating: 4 },
        ],
      },
    ],
  });
  cycleId = made.cycle._id;
});

const read = (query = '', token: string | null = tenant.hr, id = cycleId) =>
  service().call('get', `/api/evaluation-results/${id}/raters${query}`, token);

describe('raters of a cycle', () => {
  test('by name, by hand; who has not submitted is none', async () => {
    const { status, body } = await read();
    expect([status, body.totalCount]).toEqual([200, 5]);
    expect(body.items[3]).toEqual({
      evaluatorId: expect.any(String),
      evaluator: 'Pablo R',
      employeeCode: null,
      ratings: 4,
      mean: 1.5,
      leniency: -0.29,
      byType: [
        // Of Zoe 2 - 4; Mona gives 1 more than the peers, so managers usually give 0.5 less. One subject counts for a sixth.
        { evaluatorType: Manager, subjects: 1, leniency: -0.25, leniencyInterval: null },
        { evaluatorType: Peer, subjects: 1, leniency: -0.33, leniencyInterval: null }, // of Ana 1 - 3
      ],
      spread: 0.5,
      agreement: -0.25, // 2 apart from Zoe; dice are 1.6 apart
      selfMinusOthers: null,
    });
    const figures = ['ratings', 'mean', 'leniency', 'spread', 'agreement', 'selfMinusOthers'];
    expect(
      body.items.map((row: Record<string, unknown>) => [row.evaluator, ...figures.map((name) => row[name])]),
    ).toEqual([
      ['Ana R', 4, 4.5, null, 0.5, null, 2.67], // 5 - (3 + 1 + 3) / 3; the only peer of Zoe
      ['Berta R', 2, 2, null, 0, null, -2],
      ['Mona R', 4, 3.5, 0.25, 0.5, null, null], // (3 - 2 + 0.5) / 6; of Berta no one else has a score
      ['Pablo R', 4, 1.5, -0.29, 0.5, -0.25, null], // of Berta he rated nothing
      ['Zoe R', 2, 3, 0.33, 0, -0.25, null],
    ]);
  });

  test('a page has the figures that the whole list has; search by name', async () => {
    const all = (await read()).body.items;
    const second = (await read('?page=2&pageSize=2')).body;
    expect([second.items, second.totalPages]).toEqual([all.slice(2, 4), 3]);
    expect((await read('?search=MONA')).body.items).toEqual([all[2]]);
  });

  test('those of one subject, with the figures that they have in the whole cycle', async () => {
    const all: { evaluator: string; evaluatorId: string }[] = (await read()).body.items;
    const ana = all.find(({ evaluator }) => evaluator === 'Ana R');
    const ofAna = (await read(`?subjectId=${ana?.evaluatorId}`)).body.items;
    expect(ofAna).toEqual(all.filter(({ evaluator }) => evaluator !== 'Berta R'));
  });

  test('a deleted rater is in no list, but others are still compared with their scores', async () => {
    await tenant.within(() => EmployeeModel.updateOne({ _id: mona }, { $set: { isDeleted: true } }));
    const { items } = (await read()).body;
    expect(items.map(({ evaluator, leniency }: Record<string, unknown>) => [evaluator, leniency])).toEqual([
      ['Ana R', null],
      ['Berta R', null],
      ['Pablo R', -0.29],
      ['Zoe R', 0.33],
    ]);
    await tenant.within(() => EmployeeModel.updateOne({ _id: mona, isDeleted: true }, { $set: { isDeleted: false } }));
  });

  test('400, 401, 403 for everyone but HR, 404', async () => {
    const other = await makeTenant();
    const manager = await tenant.signedIn({ employeeId: mona });
    const answers = [
      await read('?page=0'),
      await read('', null),
      await read('', tenant.user),
      await read('', manager),
      await read('', other.hr),
      await read('', tenant.hr, newId()),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 401, 403, 403, 404, 404]);
  });
});
