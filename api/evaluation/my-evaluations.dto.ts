import type { Answer } from '../../shared/evaluation/answer.rules';
import type { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { isGuarded } from '../../shared/evaluation/disclosure/guarded-group.rules';
import type { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import type { Participant } from '../../shared/evaluation/participants/participant.model';
import type { EvaluationTemplate } from '../../shared/framework/evaluation-template.model';
import type { EvaluatorType } from '../../shared/framework/evaluator-type';
import {
  itemAppliesTo,
  type ItemType,
  type RatingScale,
  requirementIdOf,
  type TemplateItem,
} from '../../shared/framework/template.rules';
import { toInstantOrNull } from '../../shared/kernel/clock';
import { type FormLevel, itemLevels, type LevelsOf } from '../framework/evaluation-templates.dto';
import type { ErrorBody } from '../http/errors';
import { resourceFields } from '../http/resource-fields';
import type { CalendarDate, Id, Instant, LongText, ResourceFields } from '../http/types';
import type { ParticipantRow } from './participants.dto';

export interface MyEvaluationCycle {
  id: Id;
  /** @example "Annual review 2026" */
  name: string;
  /** You can answer while it is Open or InProgress. */
  status: CycleStatus;
  startDate: CalendarDate | null;
  endDate: CalendarDate | null;
  resultsPublishedAt: Instant | null;
}

export interface MyEvaluationSubject {
  id: Id;
  /** Full name; null when the employee was deleted. */
  name: string | null;
}

/** An evaluation that you write. */
export interface MyEvaluationRow extends ResourceFields {
  cycleId: Id;
  cycle: MyEvaluationCycle;
  subjectId: Id;
  /** The subject. */
  subject: MyEvaluationSubject;
  /** Your evaluator type. */
  evaluatorType: EvaluatorType;
  status: ParticipantStatus;
  startedAt: Instant | null;
  submittedAt: Instant | null;
  acknowledgedAt: Instant | null;
}

export interface AnswerView {
  itemId: Id;
  score: number | null;
  notApplicable: boolean;
  /** The comment; for a text item the answer. */
  comment: string | null;
}

/** An evaluation with its answers. */
export interface MyEvaluationAnswers extends MyEvaluationRow {
  answers: AnswerView[];
}

export interface FormItem {
  id: Id;
  text: string;
  type: ItemType;
  competencyId: Id | null;
  skillId: Id | null;
  /** Name of the competency or skill. */
  requirement: string | null;
  required: boolean;
  allowNotApplicable: boolean;
  /** It measures potential: only HR reads the answer. */
  measuresPotential: boolean;
  /** What each step of the scale means; omitted unless the competency or skill has as many levels as the scale has steps. */
  levels?: FormLevel[];
}

export interface FormSection {
  id: Id;
  title: string;
  items: FormItem[];
}

/** Who besides HR reads your scores and comments. HR reads them with your name. */
export interface AnswerReaders {
  /**
   * `Own`: the subject and the manager read them as those of your role, because there is one evaluator in it. `Group`: they
   * read averages and comments of your group, without names.
   */
  shownAs: 'Own' | 'Group';
  /**
   * How many of a group must have answered before any of it is shown; null with `Own`.
   * @example 3
   */
  minimum: number | null;
}

export interface FormScale {
  min: number;
  max: number;
  labels: string[];
}

/** The items of the template for your evaluator type. */
export interface EvaluationForm {
  id: Id;
  name: string;
  scale: FormScale;
  sections: FormSection[];
}

/** An evaluation with its questions and answers. */
export interface MyEvaluationView extends MyEvaluationAnswers {
  readers: AnswerReaders;
  template: EvaluationForm | null;
}

/** The answer to one item: omitted fields keep their values, null clears. */
export interface AnswerInput {
  itemId: Id;
  /** A whole number of the template's scale. */
  score?: number | null;
  /** True clears the score; only where the item allows it. */
  notApplicable?: boolean;
  comment?: LongText | null;
}

/** The refusal of answers that were changed since they were read. */
export interface StaleAnswers extends ErrorBody {
  /** The current revision, where it is not the one that was sent. */
  revision?: number;
}

export interface SaveAnswers {
  /**
   * Omitted items keep their answers.
   * @maxItems 500 must have at most 500 answers
   */
  answers: AnswerInput[];
  /**
   * The revision that the answers are based on; an outdated one is refused.
   * @isInt must be an integer
   */
  revision?: number;
}

export function toMyEvaluationRow(row: ParticipantRow, cycle: Cycle, subject: string | null): MyEvaluationRow {
  const { cycleId, subjectId, evaluatorType, status } = row;
  return {
    ...resourceFields(row),
    cycleId,
    cycle: {
      id: cycle._id,
      name: cycle.name,
      status: cycle.status,
      startDate: cycle.startDate,
      endDate: cycle.endDate,
      resultsPublishedAt: toInstantOrNull(cycle.resultsPublishedAt),
    },
    subjectId,
    subject: { id: subjectId, name: subject },
    evaluatorType,
    status,
    startedAt: toInstantOrNull(row.startedAt),
    submittedAt: toInstantOrNull(row.submittedAt),
    acknowledgedAt: toInstantOrNull(row.acknowledgedAt),
  };
}

/** Returns the same with the answers. */
export function toMyEvaluationAnswers(row: Participant, cycle: Cycle, subject: string | null): MyEvaluationAnswers {
  return { ...toMyEvaluationRow(row, cycle, subject), answers: row.answers.map(toAnswerView) };
}

function toAnswerView({ itemId, score, notApplicable, comment }: Answer): AnswerView {
  return { itemId, score, notApplicable, comment };
}

/** Returns who reads the answers of an evaluator of this type. */
export function toAnswerReaders(evaluatorType: EvaluatorType, anonymityMinimum: number): AnswerReaders {
  return isGuarded(evaluatorType) ? { shownAs: 'Group', minimum: anonymityMinimum } : { shownAs: 'Own', minimum: null };
}

/** The competencies and skills of a form's items. */
export interface FormRequirements {
  nameOf: (id: string | null) => string | null;
  levelsOf: LevelsOf;
}

/** Returns the part of a template that an evaluator of this type answers, without empty sections. */
export function toEvaluationForm(
  template: EvaluationTemplate,
  evaluatorType: EvaluatorType,
  requirements: FormRequirements,
): EvaluationForm {
  const { min, max, labels } = template.scale;
  const sections = template.sections.map(({ id, title, items }) => ({
    id,
    title,
    items: items
      .filter((item) => itemAppliesTo(item, evaluatorType))
      .map((item) => toFormItem(item, template.scale, requirements)),
  }));
  return {
    id: template._id,
    name: template.name,
    scale: { min, max, labels: [...labels] },
    sections: sections.filter(({ items }) => items.length > 0),
  };
}

function toFormItem(item: TemplateItem, scale: RatingScale, { nameOf, levelsOf }: FormRequirements): FormItem {
  const { id, text, type, competencyId, skillId, required, allowNotApplicable, measuresPotential } = item;
  const requirement = nameOf(requirementIdOf(item));
  const asked = { required, allowNotApplicable, measuresPotential };
  const formItem = { id, text, type, competencyId, skillId, requirement, ...asked };
  return { ...formItem, ...itemLevels(item, scale, levelsOf) };
}
