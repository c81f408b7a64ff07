import {
  demoFramework,
  toCategoryBody,
  toCompetencyBody,
  toDepartmentBody,
  toJobProfileBody,
  toTemplateBody,
} from '../../../dev/demo/framework';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

async function post(path: string, body: object) {
  const answer = await service().call('post', `/api/${path}`, tenant.hr).send(body);
  expect([path, answer.status, answer.body.validationErrors]).toEqual([path, 201, undefined]);
  expect(answer.body).toMatchObject(body);
  return answer.body;
}

test('the whole framework of the demo company can be posted and comes back as it was sent', async () => {
  const demo = demoFramework(1);
  const competencies = new Map<string, string>();
  const departments = new Map<string, string>();
  for (const category of demo.categories) {
    const { id: categoryId } = await post('competency-categories', toCategoryBody(category));
    for (const competency of category.competencies)
      competencies.set(competency.code, (await post('competencies', toCompetencyBody(competency, categoryId))).id);
  }
  for (const department of demo.departments)
    departments.set(department.code, (await post('departments', toDepartmentBody(department, departments))).id);
  for (const profile of demo.profiles) {
    const { requirements } = await post('job-profiles', toJobProfileBody(profile, { departments, competencies }));
    expect(requirements.every((entry: { requirement: unknown }) => typeof entry.requirement === 'string')).toBe(true);
  }
  await post('evaluation-templates', toTemplateBody(demo.template, competencies));

  const count = async (path: string): Promise<number> =>
    (await service().call('get', `/api/${path}`, tenant.hr)).body.totalCount;
  expect(await count('competencies')).toBe(competencies.size);
  expect(await count('job-profiles?isCurrent=true')).toBe(demo.profiles.length);
  expect([competencies.size, demo.profiles.length]).toEqual([24, 10]);
});
