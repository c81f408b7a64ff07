import { MailTriggerModel } from '../evaluation/cycles/cycle-mail.model';
import { CycleProgressModel } from '../evaluation/cycles/cycle-progress.model';
import { CycleModel } from '../evaluation/cycles/cycle.model';
import { KeptResultsModel } from '../evaluation/disclosure/kept-results.model';
import { EvaluationModel } from '../evaluation/evaluation.model';
import { ParticipantModel } from '../evaluation/participants/participant.model';
import { CareerPathModel } from '../framework/career-path.model';
import { CompetencyCategoryModel } from '../framework/competency-category.model';
import { CompetencyModel } from '../framework/competency.model';
import { DepartmentModel } from '../framework/department.model';
import { EvaluationTemplateModel } from '../framework/evaluation-template.model';
import { JobProfileModel } from '../framework/job-profile.model';
import { SkillFrameworkModel } from '../framework/skill-framework.model';
import { TemplateTranslationModel } from '../framework/template-translation.model';
import { CareerAssignmentModel } from '../people/career-assignment.model';
import { EmployeeModel } from '../people/employee.model';
import { ImportHeadingModel } from '../people/import-heading.model';
import { declare, declareImpersonal, type Link, type PersonalData } from './personal-data';

/** Rows about an employee, deleted with them. */
const SUBJECT: Link = { names: 'employee', whose: 'subject', rows: 'deleted', access: 'rows' };
/** Shown in another form that keeps others anonymous. */
const SUBJECT_VIEW: Link = { ...SUBJECT, access: 'view' };
/** The actor: the id remains, but no longer identifies anyone. */
const ACTOR: Link = { names: 'account', whose: 'actor', rows: 'kept', access: 'none' };
const EMPLOYEE_ACTOR: Link = { ...ACTOR, names: 'employee' };
/** A reference to the employee, which is removed. */
const EMPTIED: Link = { names: 'employee', whose: 'actor', rows: 'emptied', access: 'none' };

const CYCLE_DATA = {
  kept: 'Answers and comments the months that retention.closedCyclesMonths says after the closing, otherwise until erasure',
} as const;

/** Personal data of employees and evaluations. */
export const WORK_DATA: readonly PersonalData[] = [
  declare(EmployeeModel, {
    purpose: 'Who belongs to the organization, and where',
    seenBy: 'HR; name and place also managers and evaluators',
    kept: 'Until erasure, which retention.formerEmployeesMonths proposes; a stub without a name stays',
    links: {
      _id: { names: 'employee', whose: 'subject', rows: 'emptied', access: 'rows' },
      managerId: EMPTIED,
    },
    fields: {
      employeeCode: 'subject: emptied',
      firstName: 'subject: emptied',
      lastName: 'subject: emptied',
      fullName: 'subject: emptied',
      email: 'subject: emptied',
      status: 'subject: kept',
      departmentId: 'subject: emptied',
      managerId: ['subject: emptied', 'actor: emptied'],
      jobProfileId: 'subject: emptied',
      hireDate: 'subject: emptied',
      terminationDate: 'subject: emptied',
      photoFileId: 'subject: emptied',
      externalId: 'subject: emptied',
      userName: 'subject: emptied',
      awaitedManager: 'subject: emptied',
      legalHold: 'subject: emptied',
      erasedAt: 'none',
      searchText: 'secret',
    },
  }),
  declare(DepartmentModel, {
    purpose: 'How the organization is divided',
    seenBy: 'HR',
    kept: 'Until it is deleted',
    links: { managerId: EMPTIED },
    fields: { name: 'none', code: 'none', parentId: 'none', managerId: 'actor: emptied', searchText: 'none' },
  }),
  declare(CareerAssignmentModel, {
    purpose: 'The career path that a person is on',
    seenBy: 'The person; managers; HR',
    kept: 'Until erasure',
    links: { employeeId: SUBJECT },
    fields: { employeeId: 'subject: deleted', careerPathId: 'subject: deleted', assignedAt: 'subject: deleted' },
  }),
  declare(EvaluationModel, {
    purpose: 'A person’s part in an evaluation cycle',
    seenBy: 'HR; the person and the manager once results are shown',
    kept: 'Until erasure',
    links: { subjectId: SUBJECT, managerId: EMPLOYEE_ACTOR },
    identity: ['subject'],
    fields: {
      cycleId: 'subject: deleted',
      subjectId: 'subject: deleted',
      subjectPresence: 'subject: deleted',
      managerId: 'actor: kept',
      managerRemoved: 'none',
      refreshedBy: 'none',
      departmentId: 'subject: deleted',
      jobProfileId: 'subject: deleted',
      requirements: 'subject: deleted',
      calibrated: 'subject: deleted',
      calibratedAt: 'subject: deleted',
      calibratedPotential: 'subject: deleted',
      calibratedPotentialAt: 'subject: deleted',
      hrPotential: 'subject: deleted',
      hrPotentialAt: 'subject: deleted',
      subject: 'subject: deleted',
      searchText: 'subject: deleted',
      releasedAt: 'subject: deleted',
      nomination: 'subject: deleted',
      withheldComments: 'subject: deleted',
      tally: 'subject: deleted',
      effective: 'subject: deleted',
    },
  }),
  declare(ParticipantModel, {
    ...CYCLE_DATA,
    purpose: 'What an evaluator answers about a person',
    seenBy: 'The evaluator; HR; the person and the manager as means of groups that are large enough',
    links: {
      subjectId: SUBJECT_VIEW,
      evaluatorId: { names: 'employee', whose: 'evaluator', rows: 'kept', access: 'view' },
    },
    fields: {
      cycleId: ['subject: deleted', 'evaluator: kept'],
      subjectId: 'subject: deleted',
      evaluatorId: 'evaluator: kept',
      evaluatorType: ['subject: deleted', 'evaluator: kept'],
      origin: 'none',
      status: ['subject: deleted', 'evaluator: kept'],
      evaluatorPresence: 'evaluator: kept',
      subjectPresence: 'subject: deleted',
      answers: ['subject: deleted', 'evaluator: kept'],
      score: ['subject: deleted', 'evaluator: kept'],
      potential: ['subject: deleted', 'evaluator: kept'],
      startedAt: 'evaluator: kept',
      submittedAt: ['subject: deleted', 'evaluator: kept'],
      acknowledgedAt: 'subject: deleted',
      reopenings: 'subject: deleted',
    },
  }),
  declare(KeptResultsModel, {
    ...CYCLE_DATA,
    purpose: 'What was published of groups of evaluators, so that a later publishing does not reveal one of them',
    seenBy: 'The person and the manager as means and comments of groups that are large enough',
    links: { subjectId: SUBJECT_VIEW },
    fields: {
      cycleId: 'subject: deleted',
      subjectId: 'subject: deleted',
      since: 'none',
      hasAnswers: 'none',
      groups: 'subject: deleted',
    },
  }),
  declare(MailTriggerModel, {
    purpose: 'Sends the emails of a cycle once',
    seenBy: 'HR',
    kept: 'For good',
    links: { requestedBy: ACTOR },
    fields: {
      cycleId: 'none',
      kind: 'none',
      evaluatorType: 'none',
      departmentId: 'none',
      progress: 'none',
      participantIds: 'none',
      sequence: 'none',
      jobId: 'none',
      requestedBy: 'actor: kept',
      scheduledFor: 'none',
      isAddition: 'none',
      plannedAt: 'none',
    },
  }),
  declareImpersonal(
    CycleModel,
    'name',
    'description',
    'templateId',
    'startDate',
    'endDate',
    'status',
    'settings',
    'generatedAt',
    'closedAt',
    'openedAt',
    'reopenedAt',
    'rescoring',
    'resultsPublishedAt',
    'answersDeletedAt',
    'gaps',
    'searchText',
  ),
  declareImpersonal(CycleProgressModel, 'cycleId', 'stamp', 'until', 'days'),
  declareImpersonal(ImportHeadingModel, 'heading', 'name', 'column'),
  declareImpersonal(CareerPathModel, 'name', 'description', 'steps', 'searchText'),
  declareImpersonal(CompetencyCategoryModel, 'name', 'description', 'order', 'searchText'),
  declareImpersonal(CompetencyModel, 'code', 'name', 'description', 'categoryId', 'levels', 'searchText'),
  declareImpersonal(
    EvaluationTemplateModel,
    'name',
    'description',
    'lineId',
    'version',
    'previousVersionId',
    'isCurrent',
    'frozenAt',
    'scale',
    'sections',
    'searchText',
  ),
  declareImpersonal(
    TemplateTranslationModel,
    'templateId',
    'locale',
    'name',
    'description',
    'labels',
    'sections',
    'items',
  ),
  declareImpersonal(
    JobProfileModel,
    'code',
    'name',
    'description',
    'departmentId',
    'lineId',
    'version',
    'previousVersionId',
    'isCurrent',
    'requirements',
    'searchText',
  ),
  declareImpersonal(SkillFrameworkModel, 'name', 'version', 'skills', 'searchText'),
];
