import type { Response } from 'supertest';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { recalculateGaps } from '../../worker/insight/recalculate-gaps.job';
import { makeApiKey } from '../factories/api-key';
import { makeEmployee, makeEvaluatedCycle, makeTemplate } from '../factories/evaluation';
import { makeCompetency } from '../factories/framework';
import { templateItem } from '../factories/template-item';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { readBytes } from '../support/read-bytes';
import { runHandler } from '../support/run-handler';
import { useService } from '../support/service';
import { partsOf, stringCells } from '../worker/render/workbook.probe';

/* People have one order by name wherever they are listed: by last name, then by first name, as they are read without accents and case. */
const service = useService();
const { Self, Manager } = EvaluatorType;

/** First and last names in their order. */
const PEOPLE = [
  ['Zoe', 'Alonso'],
  ['Ana', 'Álvarez'],
  ['ángel', 'Álvarez'],
  ['Berta', 'ALVAREZ'],
  ['Zoe', 'Cruz'],
  ['Ana', 'Cruz Ortiz'],
  ['Carla', 'de la Cruz'],
  ['Ana', 'Delgado'],
  ['Ana', 'Łukasz'],
  ['Ana', 'O’Brien'],
  ['Ana', 'Søren'],
  ['Ana', 'Zúñiga'],
] as const;
const ORDER = PEOPLE.map((names) => names.join(' '));

let tenant: TestTenant;
let apiKey: string;
let cycleId: string;

beforeAll(async () => {
  tenant = await makeTenant();
  apiKey = await makeApiKey(tenant);
  const competency = await tenant.within(() => makeCompetency());
  const requirements = [
    { requirementId: competency._id, requirement: 'Listening', requiredLevel: 5, isCritical: true },
  ];
  const template = await makeTemplate(tenant, {
    items: [
      templateItem({ competencyId: competency._id }),
      templateItem({ measuresPotential: true, required: false, evaluatorTypes: [Manager] }),
    ],
  });
  const manager = await makeEmployee(tenant, { firstName: 'Mara', lastName: 'Aa' });
  const subjects = [];
  // Made in the order of their first names, backwards.
  for (const [firstName, lastName] of PEOPLE.toSorted(([a], [b]) => (a < b ? 1 : -1)))
    subjects.push({
      employee: await makeEmployee(tenant, { firstName, lastName }),
      requirements,
      evaluators: [
        { type: Self, rating: 3 },
        { type: Manager, rating: 4, potential: 4, evaluatorId: manager._id },
      ],
    });
  const { cycle } = await makeEvaluatedCycle(tenant, { template, subjects });
  cycleId = cycle._id;
  await tenant.within(() => runHandler(recalculateGaps, { cycleId }));
});

const read = async (path: string) => {
  const call = service().call('get', path, path.startsWith('/api/v1/') ? null : tenant.hr);
  const { status, body } = await (path.startsWith('/api/v1/') ? call.set('X-Api-Key', apiKey) : call);
  expect([path, status]).toEqual([path, 200]);
  return body;
};

/** The people of the test whom an answer names, in its order. */
function named(shown: unknown): string[] {
  const text = JSON.stringify(shown);
  return ORDER.flatMap((name) => {
    const at = text.indexOf(`"${name}"`);
    return at < 0 ? [] : [{ name, at }];
  })
    .toSorted((a, b) => a.at - b.at)
    .map(({ name }) => name);
}

test.each([
  '/api/employees',
  '/api/employees/options',
  '/api/employees/options?limit=50',
  '/api/v1/employees',
  '/api/v1/odata/Employees?$orderby=lastName,firstName',
  '/api/evaluation-results?cycleId=CYCLE',
  '/api/evaluation-results/CYCLE/raters',
  '/api/gap-heatmap?cycleId=CYCLE',
  '/api/nine-box?cycleId=CYCLE',
  '/api/v1/datasets/nine-box?cycleId=CYCLE',
])('%s', async (path) => {
  expect(named(await read(path.replace('CYCLE', cycleId)))).toEqual(ORDER);
});

test('an order of OData goes on after a page', async () => {
  const path = '/api/v1/odata/Employees?$orderby=lastName,firstName';
  const pages: string[][] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const answer: Response = await service()
      .call('get', next)
      .set('X-Api-Key', apiKey)
      .set('Prefer', 'odata.maxpagesize=5');
    pages.push(named(answer.body));
    next = (answer.body['@odata.nextLink'] as string | undefined)?.replace(/^.*(?=\/api\/v1)/, '');
  }
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.flat()).toEqual(ORDER);
});

test('descending', async () => {
  expect(named(await read('/api/v1/odata/Employees?$orderby=lastName desc,firstName desc'))).toEqual(
    ORDER.toReversed(),
  );
  expect(named(await read('/api/employees?sort=-name'))).toEqual(ORDER.toReversed());
});

test.each(['/api/gap-heatmap/export-excel', '/api/nine-box/export-excel'])('%s', async (path) => {
  const { body } = await service().call('post', path, tenant.hr).send({ cycleId }).buffer(true).parse(readBytes);
  expect(named(stringCells(partsOf(body)).map(({ text }) => text))).toEqual(ORDER);
});
