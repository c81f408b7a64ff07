import { EvaluationTemplateModel } from '../../../shared/framework/evaluation-template.model';
import { now } from '../../../shared/kernel/clock';
import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { newId } from '../../../shared/kernel/ids';
import { makeCompetency, makeCompetencyCategory, makeSkillFramework, makeTemplate } from '../../factories/framework';
import { makeTenant, type TestTenant, withinTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const UNKNOWN = '3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11';
let tenant: TestTenant;
let competencyId: string;
let skillId: string;
beforeAll(async () => {
  tenant = await makeTenant();
  competencyId = await tenant.within(async () => (await makeCompetency({ name: 'Planning' }))._id);
  const framework = await withinTenant(PLATFORM_SCOPE, () => makeSkillFramework([{ name: 'Programming' }]));
  skillId = framework.skills[0]?.id ?? '';
});

const call = (method: 'get' | 'post' | 'put' | 'delete', path: string, token = tenant.hr) =>
  service().call(method, `/api/evaluation-templates${path}`, token);
const create = (body: object) => call('post', '').send(body);
const withItems = (...items: object[]) => ({ name: 'A', sections: [{ title: 'Section', items }] });
const rating = { text: 'How well?' };

/** The template as the generation of a cycle leaves it. */
async function frozenTemplate(): Promise<string> {
  return tenant.within(async () => {
    const { _id } = await makeTemplate([{ text: 'Asked' }], { name: 'In use' });
    await EvaluationTemplateModel.updateOne({ _id }, { $set: { frozenAt: now() } });
    return _id;
  });
}

test('a section that asks only for what the job needs keeps doing so in a new version', async () => {
  const section = { title: 'By job', onlyRequired: true, items: [rating] };
  const { body } = await create({ name: 'By job', sections: [section] });
  const clone = await call('post', `/${body.id}/clone`).send({});
  expect([body.sections[0].onlyRequired, clone.body.sections[0].onlyRequired]).toEqual([true, true]);
  const changed = await call('put', `/${clone.body.id}`).send({ sections: [{ ...section, onlyRequired: false }] });
  expect(changed.body.sections[0]).not.toHaveProperty('onlyRequired');
});

test('one template shows the levels that its form shows beside the scale', async () => {
  const levels = [2, 1].map((level) => ({ level, label: `L${level}`, descriptor: `Step ${level}` }));
  const { _id } = await tenant.within(() => makeCompetency({ levels }));
  const items = [{ ...rating, competencyId: _id }, { text: 'Why?', type: 'Text', competencyId: _id }, rating];
  const body = { name: 'Levels', scale: { min: 0, max: 1 }, sections: [{ title: 'All', items }] };
  const shown = (await create(body)).body.sections[0].items;
  expect(shown.map((item: { levels?: object[] }) => item.levels)).toEqual([
    [
      { score: 0, label: 'L1', descriptor: 'Step 1' },
      { score: 1, label: 'L2', descriptor: 'Step 2' },
    ],
    undefined,
    undefined,
  ]);
});

describe('evaluation templates', () => {
  test('create answers 201 with version 1; scale, ids and flags have defaults', async () => {
    const items = [
      { text: ' Plans well. ', competencyId },
      {
        text: 'Programs well.',
        skillId,
        weight: 2,
        required: false,
        allowNotApplicable: true,
        evaluatorTypes: ['Peer'],
      },
      { text: 'What should change?', type: 'Text' },
      { text: 'Could lead.', measuresPotential: true, evaluatorTypes: ['Manager'] },
    ];
    const answer = await create({ name: ' Annual ', sections: [{ title: 'All', items }] });
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toBe(`/api/evaluation-templates/${answer.body.id}`);
    const defaults = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'Rating',
      competencyId: null,
      skillId: null,
      requirement: null,
      weight: 1,
      required: true,
      allowNotApplicable: false,
      evaluatorTypes: [],
      measuresPotential: false,
    };
    expect(answer.body).toEqual({
      id: expect.any(String),
      name: 'Annual',
      description: null,
      version: 1,
      previousVersionId: null,
      isCurrent: true,
      isFrozen: false,
      scale: { min: 1, max: 5, labels: [] },
      sections: [
        {
          id: expect.any(String),
          title: 'All',
          items: [
            { ...defaults, text: 'Plans well.', competencyId, requirement: 'Planning' },
            { ...defaults, ...items[1], requirement: 'Programming' },
            { ...defaults, ...items[2], required: false },
            { ...defaults, ...items[3] },
          ],
        },
      ],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      revision: 0,
    });
    expect((await call('get', `/${answer.body.id}`)).body).toEqual(answer.body);
  });

  test.each<[string, () => object, string]>([
    ['no name', () => ({ ...withItems(rating), name: undefined }), 'name'],
    ['no sections', () => ({ name: 'A' }), 'sections'],
    ['texts only', () => withItems({ text: 'What?', type: 'Text' }), 'sections'],
    ['an unknown type', () => withItems({ text: 'What?', type: 'Stars' }), 'sections[0].items[0].type'],
    ['a weight of 0', () => withItems({ ...rating, weight: 0 }), 'sections[0].items[0].weight'],
    ['a blank question', () => withItems(rating, { text: ' ' }), 'sections[0].items[1].text'],
    ['no question', () => withItems(rating, {}), 'sections[0].items[1].text'],
    [
      'an unknown evaluator type',
      () => withItems({ ...rating, evaluatorTypes: ['Boss'] }),
      'sections[0].items[0].evaluatorTypes[0]',
    ],
    [
      'an unknown competency',
      () => withItems(rating, { ...rating, competencyId: UNKNOWN }),
      'sections[0].items[1].competencyId',
    ],
    ['an unknown skill', () => withItems(rating, { ...rating, skillId: UNKNOWN }), 'sections[0].items[1].skillId'],
    ['competency and skill', () => withItems({ ...rating, competencyId, skillId }), 'sections[0].items[0].skillId'],
    ['an id twice', () => withItems({ ...rating, id: UNKNOWN }, { ...rating, id: UNKNOWN }), 'sections[0].items[1].id'],
    ['a scale upside down', () => ({ ...withItems(rating), scale: { min: 5, max: 1 } }), 'scale.max'],
    ['a scale of half steps', () => ({ ...withItems(rating), scale: { min: 0.5, max: 5 } }), 'scale.min'],
    ['too few labels', () => ({ ...withItems(rating), scale: { min: 1, max: 3, labels: ['a'] } }), 'scale.labels'],
    [
      '201 items',
      () => ({ name: 'A', sections: [101, 100].map((n) => ({ title: 'S', items: Array(n).fill(rating) })) }),
      'sections',
    ],
    ['51 sections', () => ({ name: 'A', sections: Array(51).fill({ title: 'S', items: [rating] }) }), 'sections'],
  ])('bad input: %s is 400 VALIDATION on the field', async (_case, body, field) => {
    const answer = await create(body());
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors.map((error: { field: string }) => error.field)).toEqual([field]);
  });

  test('edit: absent stays, null clears, sections are replaced as a whole', async () => {
    const { body } = await create({ ...withItems(rating), description: 'x', scale: { min: 0, max: 10 } });
    const [section] = body.sections;
    const sections = [{ ...section, items: [...section.items, { text: 'One more' }] }];
    const edited = await call('put', `/${body.id}`).set('If-Match', '"0"').send({ description: null, sections });
    expect(edited.body).toMatchObject({ name: 'A', description: null, scale: { min: 0, max: 10 }, revision: 1 });
    expect(edited.body.sections[0].items[0]).toEqual(section.items[0]);
    expect(edited.body.sections[0].items[1]).toMatchObject({ text: 'One more', type: 'Rating', required: true });
    expect((await call('put', `/${body.id}`).set('If-Match', '"0"').send({ name: 'X' })).status).toBe(412);
    const invalid = await call('put', `/${body.id}`).send({ sections: [] });
    expect([invalid.status, invalid.body.validationErrors[0].field]).toEqual([400, 'sections']);
  });

  test('in use by a generated cycle: 409 for its content, its name and description may change', async () => {
    const id = await frozenTemplate();
    const { body } = await call('get', `/${id}`);
    expect(body.isFrozen).toBe(true);
    for (const change of [withItems(rating), { scale: { min: 1, max: 4 } }]) {
      const refused = await call('put', `/${id}`).send(change);
      expect([refused.status, refused.body.errorCode]).toEqual([409, 'CONFLICT']);
    }
    const whole = await call('put', `/${id}`).send({ ...body, name: 'Renamed', description: 'Said better' });
    expect([whole.status, whole.body.name, whole.body.description]).toEqual([200, 'Renamed', 'Said better']);
    expect(whole.body.sections).toEqual(body.sections);
    expect((await call('delete', `/${id}`)).status).toBe(409);
  });

  test('clone: the next version with the same content and ids, open to changes', async () => {
    const id = await frozenTemplate();
    const { body: source } = await call('get', `/${id}`);
    const answer = await call('post', `/${id}/clone`);
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toBe(`/api/evaluation-templates/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      name: 'In use',
      version: 2,
      previousVersionId: id,
      isCurrent: true,
      isFrozen: false,
      sections: source.sections,
    });
    expect((await call('get', `/${id}`)).body).toMatchObject({ isCurrent: false, isFrozen: true });
    expect((await call('put', `/${answer.body.id}`).send(withItems(rating))).status).toBe(200);
    expect((await call('post', `/${id}/clone`).send({ id: answer.body.id })).status).toBe(409);
    expect((await call('get', `/${answer.body.id}`)).body.isCurrent).toBe(true);
    expect((await call('delete', `/${answer.body.id}`)).status).toBe(204);
    expect((await call('get', `/${id}`)).body.isCurrent).toBe(true);
  });

  test('list by part of the name and by isCurrent, the newest version first', async () => {
    const { body: first } = await create({ ...withItems(rating), name: 'Évaluation listed' });
    await call('post', `/${first.id}/clone`);
    const versions = async (query: string): Promise<number[]> => {
      const { body } = await call('get', `?search=evaluation${query}`);
      return body.items.map((item: { version: number }) => item.version);
    };
    expect(await versions('')).toEqual([2, 1]);
    expect(await versions('&isCurrent=true')).toEqual([2]);
    expect(await versions('&isCurrent=false')).toEqual([1]);
    expect((await call('get', '?isCurrent=perhaps')).status).toBe(400);
  });

  test("another tenant's template is 404 for every operation, and its competencies are no reference", async () => {
    const other = await makeTenant();
    const { _id: id } = await tenant.within(() => makeTemplate());
    for (const [method, path] of [
      ['get', `/${id}`],
      ['put', `/${id}`],
      ['delete', `/${id}`],
      ['post', `/${id}/clone`],
    ] as const) {
      const answer = await call(method, path, other.hr).send(method === 'get' ? undefined : {});
      expect([method, path, answer.status, answer.body.errorCode]).toEqual([method, path, 404, 'NOT_FOUND']);
    }
    const foreign = await call('post', '', other.hr).send(withItems({ ...rating, competencyId }));
    expect(foreign.status).toBe(400);
  });

  test('who may: no token 401, an ordinary user 403', async () => {
    expect((await service().call('get', '/api/evaluation-templates')).status).toBe(401);
    expect((await call('get', '', tenant.user)).status).toBe(403);
  });
});

describe('a template from competencies', () => {
  const make = (body: object) => call('post', '/from-competencies').send(body);

  test('has one rated item for each, in sections by category, and the labels of the levels', async () => {
    const levels = [1, 2, 3, 4, 5].map((level) => ({ level, label: `Step ${level}`, descriptor: '' }));
    const [listening, planning, plain] = await tenant.within(async () => {
      const category = await makeCompetencyCategory({ name: 'People', order: 2 });
      const first = await makeCompetencyCategory({ name: 'Results', order: 1 });
      return [
        await makeCompetency({
          name: 'Listening',
          description: 'Listens to the end.',
          categoryId: category._id,
          levels,
        }),
        await makeCompetency({ name: 'Planning', categoryId: first._id, levels }),
        await makeCompetency({ name: 'Plain', levels }),
      ];
    });
    const ids = [listening._id, plain._id.toUpperCase(), planning._id];
    const { status, body, headers } = await make({ name: 'Own', competencyIds: ids, evaluatorTypes: ['Peer'] });
    expect([status, headers.location]).toEqual([201, `/api/evaluation-templates/${body.id}`]);
    expect(body.scale).toEqual({ min: 1, max: 5, labels: ['Step 1', 'Step 2', 'Step 3', 'Step 4', 'Step 5'] });
    const item = (text: string, competencyId: string) =>
      expect.objectContaining({
        text,
        competencyId,
        type: 'Rating',
        evaluatorTypes: ['Peer'],
        allowNotApplicable: true,
      });
    expect(body.sections).toMatchObject([
      { title: 'Results', items: [item('Planning', planning._id)] },
      { title: 'People', items: [item('Listens to the end.', listening._id)] },
      { title: 'Other competencies', items: [item('Plain', plain._id)] },
    ]);
  });

  test('levels that are named differently give no labels', async () => {
    const [one, other] = await tenant.within(async () => [await makeCompetency(), await makeCompetency()]);
    const { body } = await make({ name: 'Own', competencyIds: [one._id, other._id] });
    expect(body.scale.labels).toEqual([]);
  });

  test('refusals: no competency, one twice, an unknown one', async () => {
    const { _id } = await tenant.within(() => makeCompetency());
    const fields = async (competencyIds: string[]) =>
      (await make({ name: 'Own', competencyIds })).body.validationErrors.map(({ field }: { field: string }) => field);
    expect(await fields([])).toEqual(['competencyIds']);
    expect(await fields([_id, _id])).toEqual(['competencyIds[1]']);
    expect(await fields([_id, newId()])).toEqual(['competencyIds[1]']);
  });
});
