import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

const call = (method: 'get' | 'post' | 'put' | 'delete', path: string) =>
  service().call(method, `/api${path}`, tenant.hr);
const adopt = (body: object = { locale: 'es' }) => call('post', '/starter-sets/essentials/adopt').send(body);
const counts = ({ categories, competencies, templates, surveys, profiles }: Record<string, unknown[]>) =>
  [categories, competencies, templates, surveys, profiles].map((rows) => rows?.length);
const ALL = [5, 24, 4, 3, 6];
type Body = Awaited<ReturnType<typeof call>>['body'];
const listed = async (path: string): Promise<Body[]> => (await call('get', path)).body.items;

test('the list says in the chosen language what there is', async () => {
  const { body } = await call('get', '/starter-sets?locale=es-MX');
  expect(body).toMatchObject([{ key: 'essentials', name: 'Esenciales', locale: 'es' }]);
  const parts = body[0].parts as { part: string; items: { texts: string[]; isAdopted: boolean }[] }[];
  expect(parts.map(({ part, items }) => [part, items.length])).toEqual([
    ['competencies', 24],
    ['templates', 4],
    ['surveys', 3],
    ['profiles', 6],
  ]);
  expect(parts[0]?.items[0]).toEqual({
    key: 'CORE-PLANNING',
    name: 'Planificación y organización',
    description: expect.any(String),
    category: 'Obtener resultados',
    texts: expect.arrayContaining([expect.stringMatching('^Planifica con varias semanas')]),
    isAdopted: false,
  });
  expect(parts.flatMap(({ items }) => items).every(({ texts, isAdopted }) => texts.length > 4 && !isAdopted)).toBe(
    true,
  );
  expect((await call('get', '/starter-sets?locale=de')).body.validationErrors).toMatchObject([{ field: 'locale' }]);
});

test('adopting makes ordinary rows that work together', async () => {
  const answer = await adopt();
  expect([answer.status, ...counts(answer.body)]).toEqual([201, ...ALL]);
  const [template] = (await listed('/evaluation-templates?search=360')) ?? [];
  expect(template).toMatchObject({
    name: 'Evaluación de 360°',
    version: 1,
    isCurrent: true,
    scale: { min: 1, max: 5 },
  });
  const items = template.sections.flatMap((section: { items: object[] }) => section.items);
  expect(items).toHaveLength(15);
  expect(items.filter((item: { competencyId: string | null }) => item.competencyId !== null)).toHaveLength(11);
  const { body: english } = await call('get', `/evaluation-templates/${template.id}/translations/en`);
  expect(english).toMatchObject({ name: '360° review', translated: english.total });
  const profiles = await listed('/job-profiles');
  expect(profiles.map(({ name }) => name)).toContain('Responsable de equipo');
  expect(
    profiles.every(({ requirements }) =>
      requirements.every((its: { competencyId: string | null }) => its.competencyId !== null),
    ),
  ).toBe(true);
  const surveys = await listed('/pulse-surveys');
  expect(surveys.map(({ status, questions }) => [status, questions.length])).toEqual([
    ['Draft', 8],
    ['Draft', 8],
    ['Draft', 10],
  ]);
  const cycle = await call('post', '/evaluation-cycles').send({ name: 'Pilot', templateId: template.id });
  expect(cycle.status).toBe(201);
  const [set] = (await call('get', '/starter-sets')).body;
  expect(
    set.parts
      .flatMap(({ items }: { items: { isAdopted: boolean }[] }) => items)
      .every(({ isAdopted }: { isAdopted: boolean }) => isAdopted),
  ).toBe(true);
});

test('again only what is missing is made, and changes stay', async () => {
  await adopt();
  const [competency] = await listed('/competencies?search=CORE-CHANGE');
  const [category] = await listed('/competency-categories?search=Dirigir');
  const [profile] = await listed('/job-profiles?search=CORE-SPECIALIST');
  const [template] = await listed('/evaluation-templates?search=ascendente');
  const [survey] = await listed('/pulse-surveys?search=Primeros');
  const [planning] = await listed('/competencies?search=CORE-PLANNING');
  await call('put', `/competencies/${planning.id}`).send({ name: 'Nuestra planificación' });
  await call('put', `/competency-categories/${category.id}`).send({ name: 'Liderazgo' });
  expect(counts((await adopt({ locale: 'en' })).body)).toEqual([0, 0, 0, 0, 0]);
  for (const path of [
    `/evaluation-templates/${template.id}`,
    `/pulse-surveys/${survey.id}`,
    `/job-profiles/${profile.id}`,
  ])
    expect((await call('delete', path)).status).toBe(204);
  const again = await adopt({ locale: 'en' });
  expect(counts(again.body)).toEqual([0, 0, 1, 1, 1]);
  expect(again.body).toMatchObject({ templates: [{ name: 'Upward feedback' }], profiles: [{ name: 'Specialist' }] });
  expect((await call('get', `/competencies/${planning.id}`)).body.name).toBe('Nuestra planificación');
  expect(competency.categoryId).toBe(category.id);
});

test('a part brings the competencies that it needs, and no others', async () => {
  expect(counts((await adopt({ locale: 'en', parts: ['surveys'] })).body)).toEqual([0, 0, 0, 3, 0]);
  const upward = await adopt({ locale: 'en', parts: ['templates'] });
  expect(upward.body.templates).toHaveLength(4);
  expect(upward.body.competencies.map(({ name }: { name: string }) => name)).not.toContain('Handling conflict');
  const rest = await adopt({ locale: 'en' });
  expect(counts(rest.body)).toEqual([0, 24 - upward.body.competencies.length, 0, 0, 6]);
});

test('refusals: an unknown set, an unknown language, no part', async () => {
  expect((await call('post', '/starter-sets/other/adopt').send({ locale: 'en' })).status).toBe(404);
  expect((await adopt({ locale: 'fr' })).status).toBe(400);
  expect((await adopt({ locale: 'en', parts: [] })).status).toBe(400);
  expect((await adopt({ locale: 'en', parts: ['goals'] })).status).toBe(400);
});
