import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { type CycleSettings, DEFAULT_CYCLE_SETTINGS } from '../../shared/evaluation/cycles/cycle-settings.rules';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { type Evaluation, EvaluationModel, type RequirementSnapshot } from '../../shared/evaluation/evaluation.model';
import type { Answer } from '../../shared/evaluation/answer.rules';
import {
  type Participant,
  ParticipantModel,
  ParticipantOrigin,
} from '../../shared/evaluation/participants/participant.model';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { Presence } from '../../shared/evaluation/participants/presence';
import { participantScore, potentialItems, scoreItems } from '../../shared/evaluation/score.rules';
import { subjectIdentity } from '../../shared/evaluation/subject-identity.rules';
import { settleSubjects } from '../../shared/evaluation/subject-tally.store';
import { foldForSearch } from '../../shared/db/search';
import { inTransaction } from '../../shared/db/transaction';
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
import { newId } from '../../shared/kernel/ids';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { EmployeeStatus } from '../../shared/people/employee-status';
import type { TestTenant } from './tenant';
import { templateItem } from './template-item';

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
export function makeEmployee(tenant: Pick<TestTenant, 'within'>, fields: Partial<Employee> = {}): Promise<Employee> {
  return tenant.within(async () => {
    counter += 1;
    const firstName = fields.firstName ?? 'Person';
    const lastName = fields.lastName ?? `Number ${counter}`;
    const email = fields.email ?? `${newId()}@example.test`;
    const row = await EmployeeModel.create({
      firstName,
      lastName,
      fullName: `${firstName} ${lastName}`,
      email,
      status: EmployeeStatus.Active,
      searchText: foldForSearch(firstName, lastName, email),
      ...fields,
    });
    return row.toObject();
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

/** One subject of a cycle. */
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
 * A generated cycle with evaluations, participants and their answers, written through the models; Closed unless told
 * otherwise. `subjects` is a list of plans, or a number of subjects like the default one.
 */
export async function makeEvaluatedCycle(
  tenant: Pick<TestTenant, 'within'>,
  options: {
    cycle?: Parameters<typeof makeCycle>[1];
    template?: EvaluationTemplate;
    subjects?: SubjectPlan[] | number;
  } = {},
): Promise<EvaluatedCycle> {
  const { subjects: requested = 1 } = options;
  const template = options.template ?? (await makeTemplate(tenant));
  const cycle = await makeCycle(tenant, {
    status: CycleStatus.Closed,
    generatedAt: now(),
    ...options.cycle,
    templateId: template._id,
  });
  const plans: SubjectPlan[] =
    typeof requested === 'number' ? Array.from({ length: requested }, () => ({})) : requested;
  const subjects: EvaluatedSubject[] = [];
  for (const plan of plans) subjects.push(await makeSubject(tenant, cycle, template, plan));
  return { cycle, template, subjects };
}

async function makeSubject(
  tenant: Pick<TestTenant, 'within'>,
  cycle: Cycle,
  template: EvaluationTemplate,
  plan: SubjectPlan,
): Promise<EvaluatedSubject> {
  const evaluators = plan.evaluators ?? [{ type: EvaluatorType.Self }, { type: EvaluatorType.Manager }];
  const employee = plan.employee ?? (await makeEmployee(tenant));
  const withIds: (EvaluatorPlan & { evaluatorId: string })[] = [];
  for (const evaluator of evaluators)
    withIds.push({ ...evaluator, evaluatorId: await evaluatorOf(tenant, employee, evaluator) });
  const managerId = withIds.find(({ type }) => type === EvaluatorType.Manager)?.evaluatorId ?? employee.managerId;
  return tenant.within(async () => {
    if (managerId !== employee.managerId) {
      await EmployeeModel.updateOne({ _id: employee._id }, { $set: { managerId } });
      employee.managerId = managerId;
    }
    const evaluation = await EvaluationModel.create({
      cycleId: cycle._id,
      subjectId: employee._id,
      ...subjectIdentity(employee),
      managerId,
      departmentId: employee.departmentId,
      jobProfileId: employee.jobProfileId,
      requirements: plan.requirements ?? [],
      ...plan.evaluation,
    });
    const participants = await ParticipantModel.create(
      withIds.map((evaluator) => toParticipant(cycle, employee._id, template, evaluator)),
    );
    await settled(cycle._id, [employee._id]);
    return { employee, evaluation: evaluation.toObject(), participants: participants.map((row) => row.toObject()) };
  });
}

/** Lets what is stored of these subjects follow rows that a test has written itself. */
export async function settled(cycleId: string, subjectIds: readonly string[]): Promise<void> {
  await inTransaction(() => settleSubjects(cycleId, subjectIds));
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

async function evaluatorOf(
  tenant: Pick<TestTenant, 'within'>,
  subject: Employee,
  plan: EvaluatorPlan,
): Promise<string> {
  if (plan.evaluatorId) return plan.evaluatorId;
  if (plan.type === EvaluatorType.Self) return subject._id;
  if (plan.type === EvaluatorType.Manager && subject.managerId) return subject.managerId;
  const managerId = plan.type === EvaluatorType.DirectReport ? subject._id : null;
  return (await makeEmployee(tenant, { managerId }))._id;
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
