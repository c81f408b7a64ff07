import { bulkInsert } from '../../shared/db/bulk';
import { inTransaction } from '../../shared/db/transaction';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import type { RequirementSnapshot } from '../../shared/evaluation/evaluation.model';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { TemplateTranslationModel } from '../../shared/framework/template-translation.model';
import { JobModel, JobStatus } from '../../shared/jobs/job.model';
import { now } from '../../shared/kernel/clock';
import { newId } from '../../shared/kernel/ids';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { PrivacyRequestModel } from '../../shared/privacy/privacy-request.model';
import { storeRequest } from '../../shared/privacy/privacy-request.store';
import { PrivacyKind, PrivacyStatus } from '../../shared/privacy/privacy-status';
import { PrivacyTextModel } from '../../shared/privacy/privacy-text.model';
import { receivedComments, undecided } from '../../shared/privacy/received-comments.store';
import { makeCalibration } from '../factories/calibration';
import { makeCareerPath } from '../factories/career-path';
import { makeDevelopmentPlan } from '../factories/development-plan';
import { makeEmployee } from '../factories/employee';
import { type EvaluatedCycle, makeEvaluatedCycle } from '../factories/evaluation';
import { makeCompetency, makeJobProfile, makeSkillFramework, makeTemplate } from '../factories/framework';
import { makeGoal, makeReportedGoal } from '../factories/goal';
import { makeClosedSurvey, makeOpenSurvey } from '../factories/survey';

/** What a test knows when it opens the example of a page. */
export interface ExampleOrganization {
  /** Runs factories in the organization. */
  within<T>(fn: () => Promise<T>): Promise<T>;
  /** The employee of the account that opens the page. */
  employeeId: string;
}

/**
 * For each page whose address has a parameter: makes something to show, and gives the address. A page without an entry
 * fails the tests of all pages, so that a new one is tested from its first day.
 */
export const exampleAddresses: Readonly<Record<string, (organization: ExampleOrganization) => Promise<string>>> = {
  '/employees/:id': ({ within }) => within(async () => `/employees/${(await makeEmployee())._id}`),
  '/calibration/:id': async (organization) => {
    const { cycle, subjects } = await openCycle(organization);
    const entries = [{ subjectId: subjects[0]?.employee._id ?? '', calibrated: 4 }];
    return organization.within(async () => `/calibration/${(await makeCalibration(cycle._id, entries))._id}`);
  },
  '/career-paths/:id': async ({ within, employeeId }) =>
    within(async () => `/career-paths/${(await makeCareerPath([], [employeeId]))._id}`),
  '/competencies/:id': async ({ within }) => `/competencies/${(await within(() => makeCompetency()))._id}`,
  '/job-profiles/:id': async ({ within }) => `/job-profiles/${(await within(() => makeJobProfile([{}, {}])))._id}`,
  '/skill-frameworks/:id': async ({ within }) =>
    `/skill-frameworks/${(await within(() => makeSkillFramework([{}, {}])))._id}`,
  '/templates/:id': async ({ within }) => `/templates/${(await within(() => makeTemplate([{}, {}])))._id}`,
  '/templates/:id/translations': async (organization) => `/templates/${await translated(organization)}/translations`,
  '/templates/:id/translations/:locale': async (organization) =>
    `/templates/${await translated(organization)}/translations/es`,
  '/cycles/:id': async (organization) => `/cycles/${(await openCycle(organization)).cycle._id}`,
  '/cycles/:id/participants': async (organization) =>
    `/cycles/${(await openCycle(organization)).cycle._id}/participants`,
  '/cycles/:id/guests': async (organization) => `/cycles/${(await openCycle(organization)).cycle._id}/guests`,
  '/cycles/:id/guests/import': async (organization) =>
    `/cycles/${(await openCycle(organization)).cycle._id}/guests/import`,
  '/cycles/:id/nominations': async (organization) => `/cycles/${(await openCycle(organization)).cycle._id}/nominations`,
  '/cycles/:id/results': async (organization) => `/cycles/${(await openCycle(organization)).cycle._id}/results`,
  '/cycles/:id/quality': async (organization) => `/cycles/${(await openCycle(organization)).cycle._id}/quality`,
  '/cycles/:id/results/:subjectId': async (organization) => {
    const { cycle, subjects } = await openCycle(organization);
    return `/cycles/${cycle._id}/results/${subjects[0]?.employee._id}`;
  },
  '/my-results/:cycleId': async (organization) => {
    const employee = await organization.within(() => EmployeeModel.findById(organization.employeeId).lean<Employee>());
    if (!employee) throw new Error('The account has no employee.');
    const { Self, Manager, Peer } = EvaluatorType;
    const { cycle } = await makeEvaluatedCycle(organization, {
      cycle: {
        status: CycleStatus.Closed,
        resultsPublishedAt: now(),
        name: `Annual <b>evaluation</b> ${'2026'.repeat(20)}`,
      },
      subjects: [
        {
          employee,
          requirements: ['Communication', 'Systems design', 'Coaching', 'Planning'.repeat(12)].map(requirement),
          evaluators: [{ type: Self }, { type: Manager, comment: 'Explains '.repeat(40) }, { type: Peer }],
        },
      ],
    });
    return `/my-results/${cycle._id}`;
  },
  '/surveys/:id': ({ within }) =>
    within(async () => `/surveys/${await makeOpenSurvey({ name: 'Pulse <b>of</b> spring', description: 'Five' })}`),
  '/goals/:id': ({ within }) =>
    within(async () => {
      const { id } = await makeReportedGoal(newId());
      await makeGoal({ parentId: id, title: 'Contributes '.repeat(15) });
      return `/goals/${id}`;
    }),
  '/development-plans/:id': async ({ within, employeeId }) =>
    `/development-plans/${(await within(() => makeDevelopmentPlan(employeeId)))._id}`,
  '/pulse-surveys/:id': ({ within }) =>
    within(async () => {
      const scores = [10, 9, 9, 8, 3, 0];
      return `/pulse-surveys/${await makeClosedSurvey(scores.map((score) => ({ score })))}`;
    }),
  '/privacy-requests/:id': async (organization) => {
    const { subjects } = await openCycle(organization);
    return organization.within(async () => {
      const employeeId = subjects[0]?.employee._id ?? '';
      const values = { employeeId, userId: null, kind: PrivacyKind.Access, note: 'By letter' };
      const { request, job } = await inTransaction(() => storeRequest(values));
      // What it collects is below; a job that waits would end while the list of jobs is looked at.
      await JobModel.updateOne({ _id: job._id }, { $set: { status: JobStatus.Succeeded, finishedAt: now() } });
      await bulkInsert(PrivacyTextModel, undecided(request._id, await receivedComments(request._id, [employeeId])));
      await PrivacyRequestModel.updateOne({ _id: request._id }, { $set: { status: PrivacyStatus.Review } });
      return `/privacy-requests/${request._id}`;
    });
  },
  '/my-evaluations/:id': async ({ employeeId, ...organization }) => {
    const evaluators = [
      { type: EvaluatorType.Peer, evaluatorId: employeeId, status: ParticipantStatus.InProgress, rating: null },
    ];
    const { subjects } = await makeEvaluatedCycle(organization, {
      cycle: { status: CycleStatus.Open },
      subjects: [{ evaluators }],
    });
    return `/my-evaluations/${subjects[0]?.participants[0]?._id ?? ''}`;
  },
};

/** The id of a template with labels, of which half is translated into Spanish. */
function translated({ within }: ExampleOrganization): Promise<string> {
  return within(async () => {
    const scale = { min: 1, max: 2, labels: ['Never', 'Always'] };
    const { _id, sections } = await makeTemplate([{ text: 'Plans '.repeat(40) }, {}], { scale, description: 'Yearly' });
    const items = [{ id: sections[0]?.items[0]?.id ?? '', text: 'Planifica '.repeat(40) }];
    const texts = { name: 'Anual', labels: ['Nunca', ''], sections: [], items };
    await TemplateTranslationModel.create({ templateId: _id, locale: 'es', ...texts });
    return _id;
  });
}

function openCycle(organization: ExampleOrganization): Promise<EvaluatedCycle> {
  const { Self, Manager, Peer } = EvaluatorType;
  const cycle = { status: CycleStatus.Open, name: `Annual <b>evaluation</b> ${'2026'.repeat(20)}` };
  const subject = { evaluators: [{ type: Self }, { type: Manager }, { type: Peer, comment: 'Explains '.repeat(40) }] };
  return makeEvaluatedCycle(organization, { cycle, subjects: [subject, {}, {}] });
}

function requirement(name: string): RequirementSnapshot {
  return {
    requirementId: newId(),
    requirement: name,
    requiredLevel: 3,
    isCritical: true,
  };
}
