import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { ItemType, type TemplateItem, type TemplateSection } from '../../../shared/framework/template.rules';
import { QuestionType } from '../../../shared/growth/pulse-surveys/survey-status';
import { tenantId } from '../../../shared/kernel/context';
import { derivedId } from '../../../shared/kernel/ids';
import {
  ESSENTIALS_CATEGORIES,
  ESSENTIALS_SURVEYS,
  type StarterTemplate,
  type StarterTexts,
} from '../../framework/starter-sets/essentials';

/** Returns the id of a part of the set in the context's organization, the same at every call. */
export function starterId(...names: readonly string[]): string {
  return derivedId('starter-set', tenantId(), ...names);
}

/** Returns the codes of the competencies that have a statement in the template, by category. */
export function templateCategories(template: StarterTemplate): { category: string; codes: string[] }[] {
  const chosen = new Set<string>(template.competencies);
  return Object.entries(ESSENTIALS_CATEGORIES)
    .map(([category, codes]) => ({ category, codes: codes.filter((code) => chosen.has(code)) }))
    .filter(({ codes }) => codes.length > 0);
}

/**
 * Returns the sections of a template in one language: the statements by category, the questions of potential for managers, and
 * free text. The ids are the same in every language.
 */
export function templateSections(
  key: string,
  template: StarterTemplate,
  texts: StarterTexts,
  competencyId: (code: string) => string | null,
): TemplateSection[] {
  const itemOf = (name: string, text: string, differs: Partial<TemplateItem>): TemplateItem => ({
    id: starterId(key, 'item', name),
    text,
    type: ItemType.Rating,
    competencyId: null,
    skillId: null,
    weight: 1,
    required: true,
    allowNotApplicable: false,
    evaluatorTypes: template.answeredBy,
    measuresPotential: false,
    ...differs,
  });
  const sectionOf = (name: string, title: string, items: TemplateItem[]): TemplateSection[] =>
    items.length === 0 ? [] : [{ id: starterId(key, 'section', name), title, items }];
  const wordsOf = new Map(Object.entries(texts.competencies));
  const titleOf = new Map(Object.entries(texts.categories));
  return [
    ...templateCategories(template).flatMap(({ category, codes }) =>
      sectionOf(
        category,
        titleOf.get(category) ?? category,
        codes.map((code) =>
          itemOf(code, wordsOf.get(code)?.statement ?? code, {
            competencyId: competencyId(code),
            allowNotApplicable: true,
          }),
        ),
      ),
    ),
    ...sectionOf(
      'potential',
      texts.sections.potential,
      template.potential.map((name) =>
        itemOf(name, texts.items[name], { evaluatorTypes: [EvaluatorType.Manager], measuresPotential: true }),
      ),
    ),
    ...sectionOf(
      'comments',
      texts.sections.comments,
      template.comments.map((name) =>
        itemOf(name, texts.items[name], { type: ItemType.Text, required: false, evaluatorTypes: [] }),
      ),
    ),
  ];
}

/** Returns the questions of a survey in the language of the texts. */
export function surveyQuestions(
  key: keyof typeof ESSENTIALS_SURVEYS,
  texts: StarterTexts,
): { text: string; type: QuestionType; required: boolean }[] {
  const { questions } = texts.surveys[key];
  return questions.map((text, at) => {
    if (at === questions.length - 1) return { text, type: QuestionType.Text, required: false };
    const isRecommendation = at === 0 && ESSENTIALS_SURVEYS[key].asksRecommendation;
    return { text, type: isRecommendation ? QuestionType.Enps : QuestionType.Rating, required: true };
  });
}
