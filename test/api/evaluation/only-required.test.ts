import type { CyclePreparation } from '../../../api/evaluation/cycles/cycle-preparation.dto';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import type { JobProfile } from '../../../shared/framework/job-profile.model';
import { newId } from '../../../shared/kernel/ids';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { makeCycle, makeEmployee, makeEvaluatedCycle } from '../../factories/evaluation';
import { makeCompetency, makeJobProfile, makeTemplate } from '../../factories/framework';
import { templateItem } from '../../factories/template-item';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { ownCommandsOf } from '../../support/command-count';
import { runJob } from '../../support/run-handler';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const LABELS = ['Weak', 'Fair', 'Solid', 'Strong', 'Model'];
const levels = (count: number) =>
  LABELS.slice(0, count).map((label, at) => ({ level: at + 1, label, descriptor: `${label} planning` }));

let tenant: TestTenant;
let cycleId: string;
let subjectId: string;
/** The evaluation of the subject by themselves. */
let id: string;
let token: string;
const needed = templateItem({ text: 'Needed' });
const unneeded = templateItem({ text: 'Unneeded' });
const general = templateItem({ text: 'General' });
const elsewhere = templateItem({ text: 'Elsewhere' });

/** A subject whose job needs one of two competencies, in a template with a section that asks only for what it needs. */
beforeEach(async () => {
  tenant = await makeTenant();
  const { template, competencyId } = await tenant.within(async () => {
    const [own, other] = [await makeCompetency({ levels: levels(5) }), await makeCompetency({ levels: levels(4) })];
    const sections = [
      {
        id: newId(),
        title: 'By job',
        onlyRequired: true,
        items: [{ ...needed, competencyId: own._id }, { ...unneeded, competencyId: other._id }, general],
      },
      { id: newId(), title: 'For all', items: [{ ...elsewhere, competencyId: other._id }] },
    ];
    return { template: await makeTemplate([], { sections }), competencyId: own._id };
  });
  const requirement = { requirementId: competencyId, requirement: 'Own', requiredLevel: 3, isCritical: false };
  const { cycle, subjects } = await makeEvaluatedCycle(tenant, {
    template,
    cycle: { status: CycleStatus.Open },
    subjects: [
      {
        requirements: [requirement],
        evaluators: [{ type: EvaluatorType.Self, status: ParticipantStatus.InProgress, rating: null }],
      },
    ],
  });
  const [subject] = subjects;
  if (!subject?.participants[0]) throw new Error('The cycle has no participant.');
  cycleId = cycle._id;
  subjectId = subject.employee._id;
  id = subject.participants[0]._id;
  token = await tenant.signedIn({ employeeId: subjectId });
});

const path = (action = '') => `/api/my-evaluations/${id}${action}`;
const respond = (...answers: object[]) => service().call('post', path('/respond'), token).send({ answers });
interface Section {
  title: string;
  items: { text: string }[];
}
const textsOf = (sections: readonly Section[]) =>
  sections.map(({ title, items }) => [title, ...items.map(({ text }) => text)]);
const SHOWN = [
  ['By job', 'Needed', 'General'],
  ['For all', 'Elsewhere'],
];

describe('sections that ask only for what the job needs', () => {
  test('the form leaves out what the job does not need', async () => {
    const { body } = await service().call('get', path(), token);
    expect(textsOf(body.template.sections)).toEqual(SHOWN);
  });

  test('an item that is left out takes no answer, is not required and not in the results', async () => {
    const refused = await respond({ itemId: unneeded.id, score: 1 });
    expect([refused.status, refused.body.validationErrors[0].field]).toEqual([400, 'answers[0].itemId']);
    expect((await respond({ itemId: needed.id, score: 4 }, { itemId: general.id, score: 2 })).status).toBe(200);
    const early = await service().call('post', path('/submit'), token);
    expect(early.body.validationErrors.map(({ field }: { field: string }) => field)).toEqual([
      `answers[${elsewhere.id}]`,
    ]);
    await respond({ itemId: elsewhere.id, score: 3 });
    expect((await service().call('post', path('/submit'), token)).body.status).toBe('Submitted');
    const results = `/api/evaluation-results/${cycleId}/subjects/${subjectId}`;
    const { body } = await service().call('get', results, tenant.hr);
    expect([body.overall, textsOf(body.sections)]).toEqual([3, SHOWN]);
  });
});

test('an item shows the levels of its competency where there is one for each step of the scale', async () => {
  const { body } = await service().call('get', path(), token);
  const [byJob, forAll] = body.template.sections;
  expect(byJob.items[0].levels).toEqual(
    LABELS.map((label, at) => ({ score: at + 1, label, descriptor: `${label} planning` })),
  );
  expect([byJob.items[1].levels, forAll.items[0].levels]).toEqual([undefined, undefined]);
});

describe('who would get no score', () => {
  const preparation = async (id: string): Promise<CyclePreparation> =>
    (await service().call('get', `/api/evaluation-cycles/${id}/preparation`, tenant.hr).expect(200)).body;

  test('no one while an item is asked about everyone', async () => {
    expect(await preparation(cycleId)).toMatchObject({
      cycleId,
      activeEmployees: 1,
      withoutAccount: 0,
      unscored: 0,
      unscoredSubjects: [],
    });
  });

  test('before the generation by the job profiles of today, after it by the requirements that it took', async () => {
    const { template, named } = await tenant.within(async () => {
      const [own, other] = [await makeCompetency(), await makeCompetency()];
      const items = [templateItem({ competencyId: own._id }), templateItem({ measuresPotential: true })];
      const sections = [{ id: newId(), title: 'By job', onlyRequired: true, items }];
      const profiles = {
        asked: await makeJobProfile([{ competencyId: own._id }]),
        empty: await makeJobProfile([{ competencyId: other._id }], { name: 'Other work' }),
      };
      const named = (firstName: string, profile: JobProfile) =>
        makeEmployee(tenant, { firstName, lastName: 'Ruiz', jobProfileId: profile._id });
      await named('Berta', profiles.asked);
      return { template: await makeTemplate([], { sections }), named: await named('Ana', profiles.empty) };
    });
    const cycle = await makeCycle(tenant, { templateId: template._id });
    const subject = (await tenant.within(() => EmployeeModel.findById(subjectId).lean<Employee>())) as Employee;
    const warned = {
      cycleId: cycle._id,
      activeEmployees: 3,
      withoutAccount: 2,
      unscored: 2,
      unscoredSubjects: [
        { subjectId, subject: subject.fullName, jobProfile: null },
        { subjectId: named._id, subject: 'Ana Ruiz', jobProfile: 'Other work' },
      ],
    };
    expect(await preparation(cycle._id)).toMatchObject(warned);
    await tenant.within(() => runJob('evaluation.generate', { cycleId: cycle._id }));
    await tenant.within(() => EmployeeModel.updateMany({}, { $set: { jobProfileId: null } }));
    expect(await preparation(cycle._id)).toMatchObject(warned);
  });

  test('asks the database as often for many people as for one', async () => {
    const other = await makeTenant();
    const template = await other.within(async () => {
      const items = [templateItem({ competencyId: (await makeCompetency())._id })];
      return makeTemplate([], { sections: [{ id: newId(), title: 'By job', onlyRequired: true, items }] });
    });
    const asked: string[][] = [];
    for (const subjects of [1, 30]) {
      const { cycle } = await makeEvaluatedCycle(other, { template, cycle: { status: CycleStatus.Draft }, subjects });
      const path = `/api/evaluation-cycles/${cycle._id}/preparation`;
      const read = () => service().call('get', path, other.hr).expect(200);
      const { body } = await read();
      expect([body.unscored, body.unscoredSubjects.length]).toEqual([subjects, Math.min(subjects, 20)]);
      // Sorted, since some are sent side by side.
      asked.push((await ownCommandsOf(read)).toSorted());
    }
    expect(asked[1]).toEqual(asked[0]);
  });
});
