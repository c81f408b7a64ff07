import { LANGUAGES, type Language } from '../../../shared/comms/notification-texts.rules';
import { bulkInsert } from '../../../shared/db/bulk';
import { inTransaction } from '../../../shared/db/transaction';
import { CompetencyCategoryModel } from '../../../shared/framework/competency-category.model';
import { CompetencyModel } from '../../../shared/framework/competency.model';
import { EvaluationTemplateModel } from '../../../shared/framework/evaluation-template.model';
import { JobProfileModel } from '../../../shared/framework/job-profile.model';
import { TemplateTranslationModel } from '../../../shared/framework/template-translation.model';
import { SurveyModel } from '../../../shared/growth/pulse-surveys/survey.model';
import { notFound } from '../../../shared/kernel/errors';
import { newId } from '../../../shared/kernel/ids';
import {
  ESSENTIALS_CATEGORIES,
  ESSENTIALS_PROFILES,
  ESSENTIALS_SURVEYS,
  ESSENTIALS_TEMPLATES,
  ESSENTIALS_TEXTS,
  type StarterTexts,
} from '../../framework/starter-sets/essentials';
import { createPulseSurvey } from '../pulse-surveys/pulse-surveys.service';
import { starterId, surveyQuestions, templateSections } from './starter-set-rows';
import { type AdoptedRow, type AdoptedStarterSet, type AdoptStarterSet, StarterPart } from './starter-sets.dto';
import { type Adopted, ESSENTIALS, readAdopted, starterLanguage } from './starter-sets.queries';

/** The competencies that exist or were made, by code. */
type CompetencyIds = ReadonlyMap<string, string>;

/**
 * Adds the parts of a starter set that the organization lacks, in one transaction; what it has, also with its own changes,
 * stays. Returns what was made; throws NOT_FOUND, VALIDATION, and CONFLICT when someone adds the same concurrently.
 */
export async function adoptStarterSet(
  key: string,
  { locale, parts = Object.values(StarterPart) }: AdoptStarterSet,
): Promise<AdoptedStarterSet> {
  if (key !== ESSENTIALS) throw notFound();
  const language = starterLanguage(locale);
  const texts = ESSENTIALS_TEXTS[language];
  const chosen = new Set(parts);
  return inTransaction(async () => {
    const adopted = await readAdopted();
    const templates = chosen.has(StarterPart.Templates) ? missingTemplates(adopted) : [];
    const profiles = chosen.has(StarterPart.Profiles) ? missingProfiles(adopted) : [];
    const needed = chosen.has(StarterPart.Competencies)
      ? Object.values(ESSENTIALS_CATEGORIES).flat()
      : [
          ...templates.flatMap((template) => ESSENTIALS_TEMPLATES[template].competencies),
          ...profiles.flatMap((profile) => Object.keys(ESSENTIALS_PROFILES[profile].requires)),
        ];
    const { categories, competencies } = await addCompetencies(new Set(needed), adopted, texts);
    const ids: CompetencyIds = new Map([
      ...[...adopted.competencies].map(([code, { _id }]) => [code, _id] as const),
      ...competencies.map(({ code, _id }) => [code ?? '', _id] as const),
    ]);
    return {
      key,
      locale: language,
      categories: categories.map(toAdoptedRow),
      competencies: competencies.map(toAdoptedRow),
      templates: await addTemplates(templates, language, ids),
      surveys: chosen.has(StarterPart.Surveys) ? await addSurveys(adopted, texts) : [],
      profiles: await addProfiles(profiles, texts, ids),
    };
  });
}

const toAdoptedRow = ({ _id, name }: { _id: string; name: string }): AdoptedRow => ({ id: _id, name });

const keysOf = <K extends string>(record: Readonly<Partial<Record<K, unknown>>>): K[] => Object.keys(record) as K[];

const missingTemplates = ({ templateLines }: Adopted) =>
  keysOf(ESSENTIALS_TEMPLATES).filter((key) => !templateLines.has(starterId(key)));

const missingProfiles = ({ profileCodes }: Adopted) =>
  keysOf(ESSENTIALS_PROFILES).filter((code) => !profileCodes.has(code));

/** Adds the needed competencies that are missing, each to the category in which the organization has the others of its group. */
async function addCompetencies(needed: ReadonlySet<string>, { competencies }: Adopted, texts: StarterTexts) {
  const present = await CompetencyCategoryModel.find().select('name').lean<{ _id: string; name: string }[]>();
  const groups = keysOf(ESSENTIALS_CATEGORIES).flatMap((category, order) => {
    const codes = ESSENTIALS_CATEGORIES[category];
    const missing = codes.filter((code) => needed.has(code) && !competencies.has(code));
    if (missing.length === 0) return [];
    const name = texts.categories[category];
    const used = codes.map((code) => competencies.get(code)?.categoryId).find((id) => id !== null && id !== undefined);
    const stored = used ?? present.find((row) => row.name === name)?._id;
    return [{ name, order: order + 1, missing, categoryId: stored ?? newId(), isNew: stored === undefined }];
  });
  const categories = await bulkInsert(
    CompetencyCategoryModel,
    groups
      .filter(({ isNew }) => isNew)
      .map(({ categoryId, name, order }) => ({ _id: categoryId, name, description: null, order, isDeleted: false })),
  );
  const rows = groups.flatMap(({ missing, categoryId }) =>
    missing.map((code) => {
      const { name, description, levels } = texts.competencies[code];
      return {
        code,
        name,
        description,
        categoryId,
        levels: levels.map((descriptor, at) => ({ level: at + 1, label: texts.levels[at] ?? '', descriptor })),
        isDeleted: false,
      };
    }),
  );
  const added = await bulkInsert(CompetencyModel, rows);
  return { categories: categories.inserted, competencies: added.inserted };
}

/** Adds templates in one language, with their translation into the others. */
async function addTemplates(
  keys: readonly (keyof typeof ESSENTIALS_TEMPLATES)[],
  language: Language,
  ids: CompetencyIds,
): Promise<AdoptedRow[]> {
  const rows = keys.map((key) => ({ key, _id: newId() }));
  const contentOf = (key: (typeof keys)[number], locale: Language) => {
    const texts = ESSENTIALS_TEXTS[locale];
    const sections = templateSections(key, ESSENTIALS_TEMPLATES[key], texts, (code) => ids.get(code) ?? null);
    return { ...texts.templates[key], labels: texts.levels, sections };
  };
  const { inserted } = await bulkInsert(
    EvaluationTemplateModel,
    rows.map(({ key, _id }) => {
      const { labels, ...content } = contentOf(key, language);
      const scale = { min: 1, max: labels.length, labels };
      return { ...newLine(), _id, lineId: starterId(key), frozenAt: null, scale, ...content };
    }),
  );
  const others = LANGUAGES.filter((other) => other !== language);
  await bulkInsert(
    TemplateTranslationModel,
    rows.flatMap(({ key, _id: templateId }) =>
      others.map((locale) => {
        const { sections, ...texts } = contentOf(key, locale);
        const items = sections.flatMap((section) => section.items.map(({ id, text }) => ({ id, text })));
        return { ...texts, templateId, locale, sections: sections.map(({ id, title }) => ({ id, title })), items };
      }),
    ),
  );
  return inserted.map(toAdoptedRow);
}

/** The fields of the first version of a template or job profile. */
const newLine = () => ({ lineId: newId(), version: 1, previousVersionId: null, isCurrent: true, isDeleted: false });

/** Adds the surveys that are missing as Drafts; a deleted Draft makes room for a new one. */
async function addSurveys({ surveyIds }: Adopted, texts: StarterTexts): Promise<AdoptedRow[]> {
  const missing = keysOf(ESSENTIALS_SURVEYS).filter((key) => !surveyIds.has(starterId(key)));
  await SurveyModel.deleteMany({ _id: { $in: missing.map((key) => starterId(key)) }, isDeleted: true });
  const added: AdoptedRow[] = [];
  for (const key of missing) {
    const { name, description } = texts.surveys[key];
    const questions = surveyQuestions(key, texts);
    added.push({ id: await createPulseSurvey({ id: starterId(key), name, description, questions }), name });
  }
  return added;
}

async function addProfiles(
  codes: readonly (keyof typeof ESSENTIALS_PROFILES)[],
  texts: StarterTexts,
  ids: CompetencyIds,
): Promise<AdoptedRow[]> {
  const { inserted } = await bulkInsert(
    JobProfileModel,
    codes.map((code) => {
      const { requires, critical } = ESSENTIALS_PROFILES[code];
      return {
        code,
        ...texts.profiles[code],
        ...newLine(),
        departmentId: null,
        requirements: keysOf(requires).map((competency) => ({
          id: newId(),
          competencyId: ids.get(competency) ?? null,
          skillId: null,
          requiredLevel: requires[competency] ?? 3,
          isCritical: critical.includes(competency),
        })),
      };
    }),
  );
  return inserted.map(toAdoptedRow);
}
