import { newId } from '../../../shared/kernel/ids';
import { makeEmployee } from '../../factories/employee';
import { makeCycle, makeTemplate } from '../../factories/evaluation';
import { keyResult, makeGoal } from '../../factories/goal';
import { makeClosedSurvey, makeSurvey } from '../../factories/survey';
import { makeTenant } from '../../factories/tenant';
import { usePublicApi } from '../../support/public-api';

const api = usePublicApi();

describe('GET /api/v1/goals', () => {
  test('goals with their key results, progress by hand, and the owner’s name; a parent is the mean of its children', async () => {
    const { tenant } = api();
    const { owner, parent, goal } = await tenant.within(async () => {
      const owner = await makeEmployee({ firstName: 'Ana', lastName: 'García' });
      const parent = await makeGoal({ title: 'A parent' });
      const goal = await makeGoal({
        title: 'B child',
        parentId: parent._id,
        ownerEmployeeId: owner._id,
        keyResults: [
          keyResult({ targetValue: 20, currentValue: 8, weight: 3 }),
          keyResult({ startValue: 10, targetValue: 2, currentValue: 10 }),
        ],
      });
      return { owner, parent, goal };
    });
    const { body } = await api().read('goals');
    expect(body.map((row: { id: string }) => row.id)).toEqual([parent._id, goal._id]);
    // (40 % x 3 + 0 % x 1) / 4
    expect(body[0]).toMatchObject({ title: 'A parent', progress: 30, keyResults: [] });
    expect(body[1]).toMatchObject({ owner: owner.fullName, parentId: parent._id, progress: 30 });
    expect(body[1].keyResults.map((row: { progress: number }) => row.progress)).toEqual([40, 0]);
  });
});

describe('GET /api/v1/cycles', () => {
  test('says the scale: of the template of a Draft, as fixed once generated, none without a template', async () => {
    const { tenant } = api();
    const template = await makeTemplate(tenant, { scale: { min: 0, max: 10, labels: [] } });
    const draft = await makeCycle(tenant, { templateId: template._id });
    const bare = await makeCycle(tenant, { templateId: null });
    const { body } = await api().read('cycles');
    const scaleOf = (id: string) => {
      const { scaleMin, scaleMax, resultsPublishedAt, updatedAt } = body.find((row: { id: string }) => row.id === id);
      return [scaleMin, scaleMax, resultsPublishedAt, updatedAt];
    };
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(scaleOf(draft._id)).toEqual([0, 10, null, instant]);
    expect(scaleOf(bare._id)).toEqual([null, null, null, instant]);
  });
});

describe('GET /api/v1/pulse-surveys', () => {
  let surveyId: string;
  beforeAll(async () => {
    surveyId = await api().tenant.within(() => makeClosedSurvey([10, 9, 9, 8, 6].map((score) => ({ score }))));
  });
  const results = async (id: string) => api().read(`pulse-surveys/${id}/results`);

  test('rows with eNPS = round(100 x (3 - 1) / 5)', async () => {
    const { body } = await api().read('pulse-surveys');
    expect(body).toEqual([
      {
        id: surveyId,
        name: 'Pulse',
        status: 'Closed',
        openedAt: expect.stringMatching(/Z$/),
        closedAt: expect.stringMatching(/Z$/),
        invited: expect.any(Number),
        responses: 5,
        participationRate: expect.any(Number),
        eNPS: 40,
      },
    ]);
  });

  test('results by question', async () => {
    const { status, body } = await results(surveyId);
    expect([status, body.suppressed, body.eNPS]).toEqual([200, false, 40]);
    expect(body.questions).toEqual([
      expect.objectContaining({ type: 'Enps', answers: 5, promoters: 3, passives: 1, detractors: 1, eNPS: 40 }),
    ]);
  });

  test('below the threshold of 5: 200 with suppressed and nulls (rule 4)', async () => {
    const few = await api().tenant.within(() => makeClosedSurvey([10, 10, 0, 0].map((score) => ({ score }))));
    const { status, body } = await results(few);
    expect([status, body.suppressed, body.eNPS]).toEqual([200, true, null]);
    const [question] = body.questions;
    const { suppressed, answers, eNPS, promoters, distribution } = question;
    expect([suppressed, answers, eNPS, promoters, distribution]).toEqual([true, null, null, null, null]);
  });

  test('an unknown, malformed or foreign survey is 404, byte-equal', async () => {
    const other = await makeTenant();
    const foreign = await other.within(() => makeSurvey());
    const texts = await Promise.all([newId(), 'x', foreign].map(async (id) => (await results(id)).text));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('NOT_FOUND');
  });
});
