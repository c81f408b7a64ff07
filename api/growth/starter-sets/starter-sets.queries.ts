import { LANGUAGES, type Language, languageOf } from '../../../shared/comms/notification-texts.rules';
import { type Competency, CompetencyModel } from '../../../shared/framework/competency.model';
import { type EvaluationTemplate, EvaluationTemplateModel } from '../../../shared/framework/evaluation-template.model';
import { type JobProfile, JobProfileModel } from '../../../shared/framework/job-profile.model';
import { type Survey, SurveyModel } from '../../../shared/growth/pulse-surveys/survey.model';
import { invalid } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import {
  ESSENTIALS_CATEGORIES,
  ESSENTIALS_PROFILES,
  ESSENTIALS_TEMPLATES,
  ESSENTIALS_TEXTS,
  type StarterTexts,
} from '../../framework/starter-sets/essentials';
import { starterId, templateCategories } from './starter-set-rows';
import { type StarterItem, StarterPart, type StarterPartView, type StarterSetView } from './starter-sets.dto';

/** The key of the one starter set. */
export const ESSENTIALS = 'essentials';

/** What an organization has of the starter set already. */
export interface Adopted {
  /** The competencies by code. */
  competencies: ReadonlyMap<string, Pick<Competency, '_id' | 'categoryId'>>;
  profileCodes: ReadonlySet<string | null>;
  /** The lines of templates. */
  templateLines: ReadonlySet<string>;
  surveyIds: ReadonlySet<string>;
}

/** Returns the starter sets with their texts, and what the organization has of them; throws VALIDATION on the locale. */
export async function listStarterSets(locale?: string): Promise<StarterSetView[]> {
  const language = locale === undefined ? languageOf((await currentTenant()).locale) : starterLanguage(locale);
  const { name, description } = ESSENTIALS_TEXTS[language];
  return [{ key: ESSENTIALS, name, description, locale: language, parts: partsOf(language, await readAdopted()) }];
}

/** Returns the language of a tag such as `es-MX`; throws VALIDATION for a language in which there are no texts. */
export function starterLanguage(locale: string): Language {
  const language = LANGUAGES.find((known) => known === locale.toLowerCase().split('-')[0]);
  if (!language)
    throw invalid({
      field: 'locale',
      ...refusal('NOT_ONE_OF', { choices: LANGUAGES.join(', ') }),
    });
  return language;
}

/** Reads what the organization has of the starter set. */
export async function readAdopted(): Promise<Adopted> {
  const texts = ESSENTIALS_TEXTS.en;
  // One after another: adopting reads them in its transaction, where MongoDB refuses several first commands.
  const competencies = await CompetencyModel.find({ code: { $in: Object.keys(texts.competencies) } })
    .select('code categoryId')
    .lean<Pick<Competency, '_id' | 'code' | 'categoryId'>[]>();
  const profiles = await JobProfileModel.find({ code: { $in: Object.keys(texts.profiles) } })
    .select('code')
    .lean<Pick<JobProfile, 'code'>[]>();
  const lineIds = Object.keys(texts.templates).map((key) => starterId(key));
  const templates = await EvaluationTemplateModel.find({ lineId: { $in: lineIds } })
    .select('lineId')
    .lean<Pick<EvaluationTemplate, 'lineId'>[]>();
  const surveys = await SurveyModel.find({ _id: { $in: Object.keys(texts.surveys).map((key) => starterId(key)) } })
    .select('_id')
    .lean<Pick<Survey, '_id'>[]>();
  return {
    competencies: new Map(competencies.map((competency) => [competency.code ?? '', competency])),
    profileCodes: new Set(profiles.map(({ code }) => code)),
    templateLines: new Set(templates.map(({ lineId }) => lineId)),
    surveyIds: new Set(surveys.map(({ _id }) => _id)),
  };
}

function partsOf(language: Language, adopted: Adopted): StarterPartView[] {
  const texts = ESSENTIALS_TEXTS[language];
  return [
    { part: StarterPart.Competencies, items: competencyItems(texts, adopted) },
    {
      part: StarterPart.Templates,
      items: Object.entries(ESSENTIALS_TEMPLATES).map(([key, template]) => ({
        key,
        ...textsOf(texts.templates, key),
        category: null,
        texts: [
          ...templateCategories(template).flatMap(({ codes }) =>
            codes.map((code) => textsOf(texts.competencies, code).statement),
          ),
          ...[...template.potential, ...template.comments].map((name) => texts.items[name]),
        ],
        isAdopted: adopted.templateLines.has(starterId(key)),
      })),
    },
    {
      part: StarterPart.Surveys,
      items: Object.entries(texts.surveys).map(([key, { name, description, questions }]) => ({
        key,
        name,
        description,
        category: null,
        texts: questions,
        isAdopted: adopted.surveyIds.has(starterId(key)),
      })),
    },
    {
      part: StarterPart.Profiles,
      items: Object.entries(ESSENTIALS_PROFILES).map(([key, { requires }]) => ({
        key,
        ...textsOf(texts.profiles, key),
        category: null,
        texts: Object.entries(requires).map(
          ([code, level]) => `${textsOf(texts.competencies, code).name}: ${texts.levels[level - 1] ?? level}`,
        ),
        isAdopted: adopted.profileCodes.has(key),
      })),
    },
  ];
}

function competencyItems(texts: StarterTexts, adopted: Adopted): StarterItem[] {
  return Object.entries(ESSENTIALS_CATEGORIES).flatMap(([category, codes]) =>
    codes.map((code) => {
      const { name, description, levels } = texts.competencies[code];
      return {
        key: code,
        name,
        description,
        category: textsOf(texts.categories, category),
        texts: levels,
        isAdopted: adopted.competencies.has(code),
      };
    }),
  );
}

/** Returns the texts of a key that the structure of the set names; both have the same keys. */
function textsOf<T>(texts: Readonly<Record<string, T>>, key: string): T {
  const found = texts[key];
  if (found === undefined) throw new Error(`The starter set has no texts for ${key}.`);
  return found;
}
