import mongoose from 'mongoose';
import { REFERENCES } from '../../api/db/reference-table';
import { MailTriggerModel } from '../../shared/evaluation/cycles/cycle-mail.model';
import { PeerNomination } from '../../shared/evaluation/cycles/cycle-settings.rules';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { SurveyInvitationModel } from '../../shared/growth/pulse-surveys/survey-invitation.model';
import { newId } from '../../shared/kernel/ids';
import { recalculateGaps } from '../../worker/insight/recalculate-gaps.job';
import { makeApiKey } from '../factories/api-key';
import { makeCalibration } from '../factories/calibration';
import { makeDepartment } from '../factories/department';
import { makeEmployee, makeEvaluatedCycle, makeTemplate } from '../factories/evaluation';
import { makeCompetency, makeJobProfile } from '../factories/framework';
import { makeClosedSurvey } from '../factories/survey';
import { templateItem } from '../factories/template-item';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { readPublicLists } from '../support/public-lists';
import { readBytes } from '../support/read-bytes';
import { runHandler } from '../support/run-handler';
import { useService } from '../support/service';
import { pdfText } from '../worker/render/pdf.probe';
import { partsOf, stringCells } from '../worker/render/workbook.probe';

/*
 * What is over keeps the names of what was deleted: each surface that shows a closed cycle or survey, or a calibration session, answers
 * the same before and after.
 */
const service = useService();
const { Self, Manager, Peer } = EvaluatorType;
const DEPARTMENT = 'Former department';
const PROFILE = 'Former profile';

let tenant: TestTenant;
let apiKey: string;
let ids: Record<'department' | 'profile' | 'manager' | 'subject' | 'cycle' | 'calibration' | 'survey', string>;

beforeAll(async () => {
  tenant = await makeTenant();
  apiKey = await makeApiKey(tenant);
  const [departmentId, profile, competency] = await tenant.within(async () => [
    await makeDepartment(DEPARTMENT),
    await makeJobProfile([], { name: PROFILE }),
    await makeCompetency({ name: 'Listening' }),
  ]);
  const place = { departmentId, jobProfileId: profile._id };
  const manager = await makeEmployee(tenant, { firstName: 'Mara', lastName: 'Head' });
  const requirement = { requirementId: competency._id, requirement: 'Listening', requiredLevel: 5, isCritical: true };
  const template = await makeTemplate(tenant, {
    items: [
      templateItem({ competencyId: competency._id }),
      templateItem({ measuresPotential: true, required: false, evaluatorTypes: [Manager] }),
    ],
  });
  const { cycle, subjects } = await makeEvaluatedCycle(tenant, {
    template,
    cycle: {
      settings: {
        peerNomination: PeerNomination.SubjectAndManager,
        subjects: {
          departmentIds: [departmentId],
          jobProfileIds: [profile._id],
          hiredBefore: null,
          excludedIds: [],
          includedIds: [],
        },
      },
    },
    subjects: [1, 2, 3, 4].map(() => ({
      requirements: [requirement],
      evaluation: { ...place, managerId: manager._id },
      evaluators: [
        { type: Self, rating: 3 },
        { type: Manager, rating: 4, potential: 4, evaluatorId: manager._id, comment: 'Listens' },
        ...[3, 4, 5].map((rating) => ({ type: Peer, rating })),
      ],
    })),
  });
  const [subject] = subjects.map(({ employee }) => employee._id);
  ids = await tenant.within(async () => {
    await runHandler(recalculateGaps, { cycleId: cycle._id });
    const trigger = { cycleId: cycle._id, kind: 'results-published' as const, sequence: 1, jobId: newId() };
    await MailTriggerModel.create({ ...trigger, departmentId, plannedAt: new Date() });
    const survey = await makeClosedSurvey(
      [10, 9, 9, 8, 6].map((score) => ({ score, departmentId })),
      { departmentIds: [departmentId] },
    );
    await SurveyInvitationModel.create({ surveyId: survey, employeeId: subject, departmentId });
    return {
      department: departmentId,
      profile: profile._id,
      manager: manager._id,
      subject: subject!,
      cycle: cycle._id,
      calibration: (
        await makeCalibration(cycle._id, [{ subjectId: subject!, calibrated: 4 }], { departmentIds: [departmentId] })
      )._id,
      survey,
    };
  });
});

async function file(path: string, body: object): Promise<Buffer> {
  const answer = await service().call('post', path, tenant.hr).send(body).buffer(true).parse(readBytes);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
}
const cells = async (path: string, body: object) =>
  stringCells(partsOf(await file(path, body))).map(({ text }) => text);

/** Reads everything that shows the closed cycle, the survey and the session; by what it is. */
async function readHistory(): Promise<Record<string, unknown>> {
  const { cycle, subject, department, profile, calibration, survey } = ids;
  const parts: Record<string, string>[] = [{ departmentId: department }, { jobProfileId: profile }];
  const selections = parts.map((part) => ({ ...part, cycleId: cycle }));
  const selected = (path: string): string[] =>
    selections.map((selection) => `${path}?${new URLSearchParams(selection).toString()}`);
  const paths = [
    `/api/evaluation-cycles`,
    `/api/evaluation-cycles/${cycle}`,
    `/api/evaluation-cycles/${cycle}/completion`,
    `/api/evaluation-cycles/${cycle}/participants?pageSize=200`,
    `/api/peer-assignments/nominations?cycleId=${cycle}`,
    ...selected('/api/evaluation-results'),
    `/api/evaluation-results/${cycle}/subjects/${subject}`,
    `/api/evaluation-results/${cycle}/quality`,
    ...selected('/api/gap-analysis'),
    ...selected('/api/gap-heatmap'),
    ...selected('/api/nine-box'),
    `/api/calibration`,
    `/api/calibration/${calibration}`,
    `/api/calibration/${calibration}/preview`,
    `/api/dashboards/organizational?cycleId=${cycle}`,
    `/api/pulse-surveys`,
    `/api/pulse-surveys/${survey}`,
    `/api/pulse-surveys/${survey}/results?by=department`,
  ];
  const shown: Record<string, unknown> = {};
  for (const path of paths) {
    const { status, body } = await service().call('get', path, tenant.hr);
    expect([path, status]).toEqual([path, 200]);
    shown[path] = body;
  }
  shown.report = pdfText(await file('/api/evaluation-results/export-pdf', { cycleId: cycle, subjectId: subject }));
  for (const selection of selections) {
    const [by] = Object.keys(selection);
    shown[`heatmap ${by}`] = await cells('/api/gap-heatmap/export-excel', selection);
    shown[`nine-box ${by}`] = await cells('/api/nine-box/export-excel', selection);
  }
  for (const [path, body] of await readPublicLists(service(), apiKey)) shown[path] = body;
  return shown;
}

/** Without the times of changes and of printing. */
const lasting = (shown: unknown): unknown =>
  JSON.parse(
    JSON.stringify(shown, (key, value: unknown) => (CHANGING.includes(key) ? undefined : value)).replaceAll(
      /(Generated[^"\\]*|\d{4}-\d\d-\d\d \d\d:\d\d UTC)/g,
      '',
    ),
  );
const CHANGING = ['updatedAt', 'calculatedAt'];

test('the cycle, the survey and the session have each reference whose name is kept', async () => {
  const targets: Record<string, string> = {
    Department: ids.department,
    JobProfile: ids.profile,
    Employee: ids.manager,
  };
  const missing = await tenant.within(async () => {
    const without: string[] = [];
    for (const { from, field, to, where } of REFERENCES.filter(({ onDelete }) => onDelete === 'kept'))
      if (!(await mongoose.connection.models[from]!.exists({ ...where, [field]: targets[to]! })))
        without.push(`${from}.${field}`);
    return without;
  });
  expect(missing).toEqual([]);
});

test('lists, details, exports, datasets and OData show the same after the deletion', async () => {
  const before = await readHistory();
  const naming = (name: string) => [
    ...new Set(
      Object.keys(before)
        .filter((path) => JSON.stringify(before[path]).includes(name))
        .map((path) => path.replace(/^\/api\//, '').replace(/\?.*/, ''))
        .map((path) => path.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'ID')),
    ),
  ];
  expect(naming(DEPARTMENT)).toEqual([
    ...['evaluation-cycles', 'evaluation-cycles/ID', 'evaluation-cycles/ID/completion'],
    ...['evaluation-cycles/ID/participants', 'peer-assignments/nominations'],
    ...['evaluation-results', 'evaluation-results/ID/subjects/ID', 'gap-analysis', 'gap-heatmap', 'nine-box'],
    ...['calibration', 'calibration/ID', 'calibration/ID/preview', 'dashboards/organizational'],
    ...['pulse-surveys', 'pulse-surveys/ID', 'pulse-surveys/ID/results', 'report'],
    ...['heatmap departmentId', 'nine-box departmentId'],
    ...['scores', 'gaps', 'nine-box', 'competency-scores', 'participation', 'survey-figures'].map(dataset),
    ...['Scores', 'Gaps', 'NineBox', 'CompetencyScores', 'Participation', 'SurveyFigures'].map(odata),
  ]);
  expect(naming(PROFILE)).toEqual([
    ...['evaluation-cycles', 'evaluation-cycles/ID', 'evaluation-results', 'evaluation-results/ID/subjects/ID'],
    ...['gap-analysis', 'gap-heatmap', 'nine-box', 'report', 'heatmap jobProfileId', 'nine-box jobProfileId'],
    ...['scores', 'nine-box', 'competency-scores'].map(dataset),
    ...['Scores', 'NineBox', 'CompetencyScores'].map(odata),
  ]);
  await service().call('delete', `/api/departments/${ids.department}`, tenant.hr).expect(204);
  await service().call('delete', `/api/job-profiles/${ids.profile}`, tenant.hr).expect(204);
  expect(lasting(await readHistory())).toEqual(lasting(before));
  const settings = { name: 'Renamed', departmentIds: [ids.department] };
  await service().call('put', `/api/calibration/${ids.calibration}`, tenant.hr).send(settings).expect(200);
});

test('the manager of an evaluation stays by name, too', async () => {
  const before = await readHistory();
  await service().call('delete', `/api/employees/${ids.manager}`, tenant.hr).expect(204);
  const after = await readHistory();
  const ofPeople = [
    '/api/v1/employees',
    '/api/v1/odata/Employees',
    `/api/dashboards/organizational?cycleId=${ids.cycle}`,
  ];
  for (const path of ofPeople) for (const shown of [before, after]) delete shown[path];
  expect(lasting(after)).toEqual(lasting(before));
});

const dataset = (name: string): string => `v1/datasets/${name}`;
const odata = (name: string): string => `v1/odata/${name}`;
