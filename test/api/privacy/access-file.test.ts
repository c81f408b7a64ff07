import JSZip from 'jszip';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { type Participant, ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { makeDepartment } from '../../factories/department';
import { makeEvaluatedCycle, makeTemplate } from '../../factories/evaluation';
import { makeCompetency, makeJobProfile } from '../../factories/framework';
import { templateItem } from '../../factories/template-item';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { finishedJob } from '../../support/finished-job';
import { readBytes } from '../../support/read-bytes';
import { useService } from '../../support/service';
import { until } from '../../support/until';

const service = useService();
const PATH = '/api/privacy-requests';
const [BARELY, RELIABLE, ALONE] = ['Barely does the job', 'Reliable as ever', 'Only one of us'];

let tenant: TestTenant;
let subjectId: string;
let cycleId: string;
let participants: Participant[];
beforeEach(async () => {
  tenant = await makeTenant();
  const [departmentId, jobProfileId, competencyId] = await tenant.within(async () => [
    await makeDepartment('Research'),
    (await makeJobProfile([], { name: 'Chemist' }))._id,
    (await makeCompetency())._id,
  ]);
  const items = [
    templateItem({ competencyId, allowNotApplicable: true }),
    templateItem({ allowNotApplicable: true, required: false }),
  ];
  const potential = templateItem({ measuresPotential: true, required: false, text: 'Could lead' });
  const [first, second] = items.map(({ id }) => id);
  const rates = (itemId: string, score: number) => ({ itemId, score, notApplicable: false, comment: null });
  const both = (rating: number, two: number | null, comment: string | null = null) => [
    { itemId: first ?? '', score: rating, notApplicable: false, comment },
    { itemId: second ?? '', score: two, notApplicable: two === null, comment: null },
  ];
  const requirement = {
    requirementId: competencyId ?? '',
    requirement: 'Titration',
    requiredLevel: 5,
    isCritical: true,
  };
  const made = await makeEvaluatedCycle(tenant, {
    cycle: { name: 'Annual 2026' },
    template: await makeTemplate(tenant, { items: [...items, potential] }),
    subjects: [
      {
        requirements: [requirement],
        evaluation: { departmentId: departmentId ?? null, jobProfileId: jobProfileId ?? null },
        evaluators: [
          { type: EvaluatorType.Self, answers: both(5, 5, 'I did fine') },
          { type: EvaluatorType.Manager, answers: [...both(4, 4, BARELY), rates(potential.id, 2)] },
          // Three peers answered, and one of them rated the second item.
          { type: EvaluatorType.Peer, answers: both(3, null) },
          { type: EvaluatorType.Peer, answers: both(3, null) },
          { type: EvaluatorType.Peer, answers: both(3, 1, RELIABLE) },
          { type: EvaluatorType.Stakeholder, answers: both(1.5, 1.5, ALONE) },
        ],
      },
    ],
  });
  cycleId = made.cycle._id;
  subjectId = made.subjects[0]?.employee._id ?? '';
  participants = made.subjects[0]?.participants ?? [];
});

/** The file of a request that releases all comments but one. */
async function fileWithout(withheld: string): Promise<{ texts: string; data: Record<string, never[]> }> {
  const post = (path: string, body: object) => service().call('post', path, tenant.admin).send(body);
  const { id } = (await post(PATH, { employeeId: subjectId, kind: 'Access' })).body;
  const get = (path: string) => service().call('get', `${PATH}/${id}${path}`, tenant.admin);
  await until(async () => (await get('')).body.status !== 'Collecting');
  for (const comment of (await get('/comments')).body.items) {
    const hold = { decision: 'Withhold', reason: 'It would hurt the case that is under way.' };
    const decision = comment.text === withheld ? hold : { decision: 'Release' };
    const path = `${PATH}/${id}/comments/${comment.id}`;
    expect((await service().call('put', path, tenant.admin).send(decision)).status).toBe(204);
  }
  expect((await post(`${PATH}/${id}/complete`, {})).body.status).toBe('Completed');
  const zip = await JSZip.loadAsync((await get('/file').buffer(true).parse(readBytes)).body as Buffer);
  const json = (await zip.file('data.json')?.async('string')) ?? '';
  const html = (await zip.file('report.html')?.async('string')) ?? '';
  return { texts: `${json}${html}`, data: JSON.parse(json) as Record<string, never[]> };
}

describe('what an access file says', () => {
  test("a manager's comment that was withheld is nowhere in it, and released ones and the person's own are", async () => {
    const { texts } = await fileWithout(BARELY);
    expect(texts).not.toContain(BARELY);
    for (const expected of [RELIABLE, 'I did fine', 'It would hurt the case that is under way.'])
      expect(texts).toContain(expected);
    expect((await fileWithout(RELIABLE)).texts).toContain(BARELY);
  });

  test('names are shown next to ids, and no tally, exact score or id of the inside is part of it', async () => {
    const { data } = await fileWithout(RELIABLE);
    const sections = data.sections as unknown as { name: string; rows: Record<string, unknown>[] }[];
    const row = (name: string) => sections.find((section) => section.name === name)?.rows[0];
    expect(row('Evaluation')).toMatchObject({ cycle: 'Annual 2026', department: 'Research', jobProfile: 'Chemist' });
    expect(Object.keys(row('Evaluation') ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(tally|effective|searchText|subjectId)$/)]),
    );
    expect(JSON.stringify(data)).not.toMatch(/tally|"sums?"/i);
    expect(row('Employee')).toMatchObject({ departmentId: null, department: null, manager: expect.anything() });
  });

  test('groups below the minimum have no mean, neither of all items nor of the items that few of them rated', async () => {
    const { data } = await fileWithout(RELIABLE);
    const [evaluation] = data.evaluations as unknown as {
      groups: { evaluatorType: string; mean: number | null }[];
      items: { overall: number | null; groups: { evaluatorType: string; mean: number }[] }[];
      requirements: unknown[];
    }[];
    const means = Object.fromEntries(evaluation?.groups.map(({ evaluatorType, mean }) => [evaluatorType, mean]) ?? []);
    expect([means.Stakeholder, means.Self, means.Manager]).toEqual([null, 5, 4]);
    const shown = evaluation?.items.map((item) => item.groups.map(({ evaluatorType }) => evaluatorType));
    expect(shown).toEqual([
      ['Self', 'Manager', 'Peer'],
      ['Self', 'Manager'],
      ['Manager'], // of potential, which the subject does not read elsewhere
    ]);
    expect(evaluation?.items[1]?.overall).toBe(4.29); // (5 * 0.2 + 4 * 0.5) / 0.7, of the groups that are shown
    expect(evaluation?.requirements).toEqual([
      {
        requirement: 'Titration',
        requiredLevel: 5,
        currentLevel: expect.any(Number),
        gapLevel: expect.any(Number),
        priority: expect.any(Number),
      },
    ]);
    expect(JSON.stringify(data)).not.toContain('1.5');
  });

  test('comments are those that were published: no later words of one of three, and none of a hidden group', async () => {
    const post = async (path: string, body: object = {}) =>
      (await service().call('post', path, tenant.hr).send(body)).status;
    const row = participants.find(({ answers }) => answers.some(({ comment }) => comment === RELIABLE));
    expect(await post(`/api/evaluation-cycles/${cycleId}/status/InProgress`)).toBe(200);
    expect(
      await post(`/api/evaluation-results/participants/${row?._id}/reopen`, { reason: 'Asked for it again' }),
    ).toBe(200);
    const answers = row?.answers.map((answer) => ({ ...answer, comment: answer.comment && 'Changed my mind' }));
    await tenant.within(() =>
      ParticipantModel.updateOne({ _id: row?._id ?? '' }, { $set: { answers, status: ParticipantStatus.Submitted } }),
    );
    expect(await post(`/api/evaluation-cycles/${cycleId}/status/Closed`)).toBe(200);
    expect(await post(`/api/evaluation-results/${cycleId}/publish`)).toBe(200);
    await tenant.within(() => finishedJob('evaluation.keep-results', { cycleId }));
    const { texts } = await fileWithout('');
    expect(texts).toContain(RELIABLE);
    expect(texts).not.toMatch(/Changed my mind|Only one of us/);
  });
});
