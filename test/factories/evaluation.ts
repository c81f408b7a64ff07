import { bulkInsert } from '../../shared/db/bulk';
import { inTransaction } from '../../shared/db/transaction';
import type { Answer } from '../../shared/evaluation/answer.rules';
import { type CycleSettings, DEFAULT_CYCLE_SETTINGS } from '../../shared/evaluation/cycles/cycle-settings.rules';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { storePublishedResults } from '../../shared/evaluation/disclosure/published-results.store';
import { type Evaluation, EvaluationModel, type RequirementSnapshot } from '../../shared/evaluation/evaluation.model';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import {
  type Participant,
  ParticipantModel,
  ParticipantOrigin,
} from '../../shared/evaluation/participants/participant.model';
import { Presence } from '../../shared/evaluation/participants/presence';
import { participantScore, potentialItems, scoreItems } from '../../shared/evaluation/score.rules';
import { subjectIdentity } from '../../shared/evaluation/subject-identity.rules';
import { updateTallies } from '../../shared/evaluation/subject-tally.store';
import { type EvaluationTemplate, EvaluationTemplateModel } from '../../shared/framework/evaluation-template.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import {
  DEFAULT_SCALE,
  feedsPotential,
  feedsScore,
  itemAppliesTo,
  ItemType,
  type RatingScale,
  templateItems,
  type TemplateItem,
} from '../../shared/framework/template.rules';
import { now } from '../../shared/kernel/clock';
import { groupBy } from '../../shared/kernel/group-by';
import { newId } from '../../shared/kernel/ids';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { type EmployeeFields, employeeRow } from './employee';
import { templateItem } from './template-item';
import type { TestTenant } from './tenant';

let counter = 0;

/** Two required ratings, a rating of potential by the manager and a text, the last two optional. */
export function defaultItems(): TemplateItem[] {
  return [
    templateItem(),
    templateItem({ allowNotApplicable: true }),
    templateItem({ measuresPotential: true, required: false, evaluatorTypes: [EvaluatorType.Manager] }),
    templateItem({ type: ItemType.Text, required: false, weight: 0 }),
  ];
}

/** A stored template with one section. */
export function makeTemplate(
  tenant: Pick<TestTenant, 'within'>,
  {
    items = defaultItems(),
    name = 'Template',
    scale = DEFAULT_SCALE,
  }: { items?: TemplateItem[]; name?: string; scale?: RatingScale } = {},
): Promise<EvaluationTemplate> {
  return tenant.within(async () => {
    const row = await EvaluationTemplateModel.create({
      name,
      scale,
      sections: [{ id: newId(), title: 'Section', items }],
    });
    return row.toObject();
  });
}

/** A stored employee, Active unless told otherwise. */
export async function makeEmployee(tenant: Pick<TestTenant, 'within'>, fields: EmployeeFields = {}): Promise<Employee> {
  const { inserted } = await tenant.within(() => bulkInsert(EmployeeModel, [newEmployee(fields)]));
  const [employee] = inserted;
  if (!employee) throw new Error('The employee exists already.');
  return employee;
}

/** A row that is not stored yet; every one has another name. */
function newEmployee(fields: EmployeeFields): ReturnType<typeof employeeRow> {
  counter += 1;
  return employeeRow({
    firstName: 'Person',
    lastName: `Number ${String(counter).padStart(6, '0')}`, // lists by name are in the order of creation
    email: `${newId()}@example.test`,
    ...fields,
  });
}

/** A stored cycle without evaluations: Draft, with the default settings and a template of its own. */
export async function makeCycle(
  tenant: Pick<TestTenant, 'within'>,
  { settings, ...fields }: Partial<Omit<Cycle, 'settings'>> & { settings?: Partial<CycleSettings> } = {},
): Promise<Cycle> {
  const templateId = fields.templateId === undefined ? (await makeTemplate(tenant))._id : fields.templateId;
  return tenant.within(async () => {
    counter += 1;
    const name = fields.name ?? `Cycle ${counter}`;
    const row = await CycleModel.create({
      name,
      startDate: '2026-01-01',
      endDate: '2026-03-31',
      status: CycleStatus.Draft,
      closedAt: fields.status === CycleStatus.Closed ? now() : null,
      ...fields,
      templateId,
      settings: { ...DEFAULT_CYCLE_SETTINGS, ...settings },
    });
    return row.toObject();
  });
}

/** One evaluator of a subject and what was answered. */
export interface EvaluatorPlan {
  type: EvaluatorType;
  /** The subject for Self; a new employee for the others, unless named. */
  evaluatorId?: string;
  /** Submitted unless told otherwise. */
  status?: ParticipantStatus;
  /** Answer to every rating that feeds the score; 4 unless told otherwise, null for no answers at all. */
  rating?: number | null;
  /** Answer to every rating of potential that this type is asked. */
  potential?: number;
  /** Comment on every answer. */
  comment?: string;
  /** Instead of the three above. */
  answers?: Answer[];
}

export interface SubjectPlan {
  /** A new employee unless named. */
  employee?: Employee;
  requirements?: RequirementSnapshot[];
  evaluation?: Partial<Pick<Evaluation, 'managerId' | 'departmentId' | 'jobProfileId' | 'calibrated' | 'hrPotential'>>;
  /** Self and Manager, both submitted, unless told otherwise. */
  evaluators?: EvaluatorPlan[];
}

export interface EvaluatedSubject {
  employee: Employee;
  evaluation: Evaluation;
  participants: Participant[];
}

export interface EvaluatedCycle {
  cycle: Cycle;
  template: EvaluationTemplate;
  subjects: EvaluatedSubject[];
}

/**
 * A generated cycle with evaluations, participants and their answers, written through the models in one transaction; Closed
 * unless told otherwise, and then with what closing keeps for viewers. `subjects` is a list of plans, or a number of subjects like the default one.
 */
export function makeEvaluatedCycle(
  tenant: Pick<TestTenant, 'within'>,
  options: {
    cycle?: Parameters<typeof makeCycle>[1];
    template?: EvaluationTemplate;
    subjects?: SubjectPlan[] | number;
  } = {},
): Promise<EvaluatedCycle> {
  const { subjects: requested = 1 } = options;
  const plans: SubjectPlan[] =
    typeof requested === 'number' ? Array.from({ length: requested }, () => ({})) : requested;
  const make = async (): Promise<EvaluatedCycle> => {
    const template = options.template ?? (await makeTemplate(tenant));
    const status = { status: CycleStatus.Closed, generatedAt: now() };
    const cycle = await makeCycle(tenant, { ...status, ...options.cycle, templateId: template._id });
    const subjects = await makeSubjects(cycle, template, plans);
    await storePublishedResults(
      cycle._id,
      subjects.map(({ employee }) => employee._id),
    );
    return { cycle, template, subjects };
  };
  return tenant.within(() => inTransaction(make));
}

type Evaluator = EvaluatorPlan & { evaluatorId: string };

/** Who takes part in the evaluation of one subject. */
interface Cast {
  plan: SubjectPlan;
  employee: Employee;
  managerId: string | null;
  evaluators: Evaluator[];
}

async function makeSubjects(
  cycle: Cycle,
  template: EvaluationTemplate,
  plans: readonly SubjectPlan[],
): Promise<EvaluatedSubject[]> {
  const casts = await hireCasts(plans);
  const evaluations = await EvaluationModel.insertMany(
    casts.map(({ plan, employee, managerId }) => ({
      cycleId: cycle._id,
      subjectId: employee._id,
      ...subjectIdentity(employee),
      managerId,
      departmentId: employee.departmentId,
      jobProfileId: employee.jobProfileId,
      requirements: plan.requirements ?? [],
      ...plan.evaluation,
    })),
  );
  const participants = await ParticipantModel.insertMany(
    casts.flatMap(({ employee, evaluators }) =>
      evaluators.map((evaluator) => toParticipant(cycle, employee._id, template, evaluator)),
    ),
  );
  const subjectIds = casts.map(({ employee }) => employee._id);
  await updateTallies(cycle._id, subjectIds, { weights: cycle.settings.weights, scale: template.scale });
  const participantsOf = groupBy(
    participants.map((row) => row.toObject()),
    ({ subjectId }) => subjectId,
  );
  return casts.map(({ employee }, at) => ({
    employee,
    evaluation: evaluations[at]!.toObject(),
    participants: participantsOf.get(employee._id) ?? [],
  }));
}

/** Stores the employees that the plans do not name, and makes the evaluating manager the one of the subject. */
async function hireCasts(plans: readonly SubjectPlan[]): Promise<Cast[]> {
  const hired: ReturnType<typeof employeeRow>[] = [];
  const hire = (fields: EmployeeFields = {}): Employee => {
    const row = newEmployee(fields);
    hired.push(row);
    return row as unknown as Employee; // the fields of the floor follow with the insertion
  };
  const casts = plans.map((plan) => castOf(plan, hire));
  for (const { plan, employee, managerId } of casts) {
    if (plan.employee && managerId !== employee.managerId)
      await EmployeeModel.updateOne({ _id: employee._id }, { $set: { managerId } });
    employee.managerId = managerId;
  }
  const { inserted } = await bulkInsert(EmployeeModel, hired);
  inserted.forEach((row, at) => Object.assign(hired[at]!, row));
  return casts;
}

function castOf(plan: SubjectPlan, hire: (fields?: EmployeeFields) => Employee): Cast {
  const employee = plan.employee ?? hire();
  const evaluators = (plan.evaluators ?? [{ type: EvaluatorType.Self }, { type: EvaluatorType.Manager }]).map(
    (evaluator): Evaluator => ({ ...evaluator, evaluatorId: evaluatorOf(employee, evaluator, hire) }),
  );
  const manager = evaluators.find(({ type }) => type === EvaluatorType.Manager);
  return { plan, employee, evaluators, managerId: manager?.evaluatorId ?? employee.managerId };
}

/** Lets what is stored of these subjects follow rows that a test has written itself. */
export async function settled(cycleId: string, subjectIds: readonly string[]): Promise<void> {
  await inTransaction(() => updateTallies(cycleId, subjectIds));
}

/** Changes an employee, and what the evaluations about them show of it: deletion and names. */
export async function changeEmployee(
  tenant: Pick<TestTenant, 'within'>,
  _id: string,
  fields: Partial<Pick<Employee, 'fullName' | 'isDeleted'>>,
): Promise<void> {
  await tenant.within(async () => {
    const employee = await EmployeeModel.findOne({ _id, isDeleted: { $in: [true, false] } });
    if (!employee) throw new Error('There is no such employee.');
    await employee.set(fields).save();
    const subjectPresence = employee.isDeleted ? Presence.Deleted : Presence.Present;
    const about = { subjectId: _id };
    await EvaluationModel.updateMany(about, { $set: { subjectPresence, ...subjectIdentity(employee) } });
    await ParticipantModel.updateMany(about, { $set: { subjectPresence } });
    for (const cycleId of await EvaluationModel.distinct('cycleId', about)) await settled(cycleId, [_id]);
  });
}

function evaluatorOf(subject: Employee, plan: EvaluatorPlan, hire: (fields: EmployeeFields) => Employee): string {
  if (plan.evaluatorId) return plan.evaluatorId;
  if (plan.type === EvaluatorType.Self) return subject._id;
  if (plan.type === EvaluatorType.Manager && subject.managerId) return subject.managerId;
  return hire({ managerId: plan.type === EvaluatorType.DirectReport ? subject._id : null })._id;
}

function toParticipant(
  cycle: Cycle,
  subjectId: string,
  template: EvaluationTemplate,
  plan: EvaluatorPlan & { evaluatorId: string },
): Partial<Participant> {
  const status = plan.status ?? ParticipantStatus.Submitted;
  const answers = plan.answers ?? answersOf(template, plan);
  const submitted = status !== ParticipantStatus.InProgress;
  const at = now();
  return {
    cycleId: cycle._id,
    subjectId,
    evaluatorId: plan.evaluatorId,
    evaluatorType: plan.type,
    origin: ParticipantOrigin.Generation,
    status,
    answers,
    score: submitted ? participantScore(answers, scoreItems(template)) : null,
    potential: submitted ? participantScore(answers, potentialItems(template)) : null,
    startedAt: answers.length > 0 ? at : null,
    submittedAt: submitted ? at : null,
    acknowledgedAt: status === ParticipantStatus.Acknowledged ? at : null,
  };
}

function answersOf(
  template: EvaluationTemplate,
  { type, rating = 4, potential, comment = '' }: EvaluatorPlan,
): Answer[] {
  return templateItems(template)
    .filter((item) => itemAppliesTo(item, type))
    .flatMap((item): Answer[] => {
      const score = feedsScore(item) ? rating : feedsPotential(item) ? (potential ?? null) : null;
      if (score === null) return [];
      return [{ itemId: item.id, score, notApplicable: false, comment: comment === '' ? null : comment }];
    });
}
