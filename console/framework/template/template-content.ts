import type { components } from '../../../build/openapi/internal';
import { newId } from '../../form/new-id';

export type Template = components['schemas']['EvaluationTemplateView'];
type Section = Template['sections'][number];
type Item = Section['items'][number];
type TemplateBody = components['schemas']['CreateEvaluationTemplate'];

export type EvaluatorType = Item['evaluatorTypes'][number];

/** In the order in which reports show them. */
export const EVALUATOR_TYPES = [
  'Self',
  'Manager',
  'Peer',
  'DirectReport',
  'Stakeholder',
] as const satisfies readonly EvaluatorType[];

/** An item while it is edited: a number may be half typed. */
export interface EditedItem extends Omit<Item, 'weight'> {
  weight: string;
}

export interface EditedSection {
  id: string;
  title: string;
  /** Leaves out items whose competency or skill the subject's job does not need. */
  onlyRequired?: boolean;
  items: readonly EditedItem[];
}

/** The values of the editor's form. */
export interface TemplateValues {
  name: string;
  description: string;
  scale: { min: string; max: string; labels: string[] };
  hasLabels: boolean;
  sections: readonly EditedSection[];
}

/** Steps whose labels the editor offers at most: the API takes scales up to 100. */
const MAX_STEPS = 101;

export function newItem(): EditedItem {
  return {
    id: newId(),
    text: '',
    type: 'Rating',
    competencyId: null,
    skillId: null,
    requirement: null,
    weight: '1',
    required: true,
    allowNotApplicable: false,
    evaluatorTypes: [],
    measuresPotential: false,
  };
}

export function newSection(): EditedSection {
  return { id: newId(), title: '', items: [newItem()] };
}

/** What the form shows of a template; null: of one that does not exist yet. */
export function valuesOf(template: Template | null): TemplateValues {
  if (!template)
    return {
      name: '',
      description: '',
      scale: { min: '1', max: '5', labels: [] },
      hasLabels: false,
      sections: [newSection()],
    };
  const { name, description, scale, sections } = template;
  return {
    name,
    description: description ?? '',
    scale: { min: String(scale.min), max: String(scale.max), labels: [...scale.labels] },
    hasLabels: scale.labels.length > 0,
    sections: sections.map((section) => ({
      ...section,
      items: section.items.map((item) => ({ ...item, weight: String(item.weight) })),
    })),
  };
}

/** What is sent. */
export function bodyOf({ name, description, scale, hasLabels, sections }: TemplateValues): TemplateBody {
  const steps = stepsOf(scale);
  return {
    name,
    description: description || null,
    scale: {
      min: Number(scale.min),
      max: Number(scale.max),
      labels: hasLabels ? steps.map((_, at) => scale.labels[at] ?? '') : [],
    },
    sections: sections.map(({ id, title, onlyRequired = false, items }) => ({
      id,
      title,
      ...(onlyRequired ? { onlyRequired } : {}),
      items: items.map(({ requirement: _, levels: _levels, weight, ...item }) => ({ ...item, weight: Number(weight) })),
    })),
  };
}

/** What is sent to copy a template: another one, whose sections and items are its own. */
export function copyOf(template: Template, name: string): TemplateBody {
  const values = valuesOf(template);
  const sections = values.sections.map((section) => ({
    ...section,
    id: newId(),
    items: section.items.map((item) => ({ ...item, id: newId() })),
  }));
  return bodyOf({ ...values, name, sections });
}

/** The steps of a scale from the lowest to the highest; none while a bound is half typed. */
export function stepsOf({ min, max }: { min: string | number; max: string | number }): number[] {
  const first = Number(min);
  const length = Number(max) - first + 1;
  if (min === '' || max === '' || !Number.isInteger(first) || !Number.isInteger(length) || length < 1) return [];
  return Array.from({ length: Math.min(length, MAX_STEPS) }, (_, at) => first + at);
}

/** How many items a template has. */
export function countItems(sections: readonly { items: readonly unknown[] }[]): number {
  return sections.reduce((count, { items }) => count + items.length, 0);
}
