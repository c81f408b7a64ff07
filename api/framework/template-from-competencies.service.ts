import { languageOf } from '../../shared/comms/notification-texts.rules';
import { missingReferences } from '../../shared/db/references';
import { type CompetencyCategory, CompetencyCategoryModel } from '../../shared/framework/competency-category.model';
import { type Competency, CompetencyModel } from '../../shared/framework/competency.model';
import { orderedLevels } from '../../shared/framework/level.rules';
import { DEFAULT_SCALE, type RatingScale } from '../../shared/framework/template.rules';
import { assertValid } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import type { TemplateFromCompetencies, TemplateSectionInput } from './evaluation-templates.dto';
import { createEvaluationTemplate } from './evaluation-templates.service';

type Chosen = Pick<Competency, '_id' | 'name' | 'description' | 'categoryId' | 'levels'>;

/** The title of the section for competencies without a category. */
const OTHER = { en: 'Other competencies', es: 'Otras competencias' };

/**
 * Creates a template with one rated item for each competency, in the given order within its category, and returns its id. The
 * text of an item is the description of the competency, or its name. The scale has the labels of the levels where all
 * competencies name them alike. Throws VALIDATION.
 */
export async function createTemplateFromCompetencies({
  name,
  competencyIds,
  evaluatorTypes = [],
}: TemplateFromCompetencies): Promise<string> {
  const ids = competencyIds.map((id) => id.toLowerCase());
  const repeated = ids.findIndex((id, at) => ids.indexOf(id) < at);
  if (repeated >= 0) assertValid([{ field: `competencyIds[${repeated}]`, ...refusal('MUST_NOT_BE_REPEATED') }]);
  const references = ids.map((id, at) => ({ field: `competencyIds[${at}]`, id }));
  assertValid(await missingReferences(CompetencyModel, references));
  const [rows, categories, { locale }] = await Promise.all([
    CompetencyModel.find({ _id: { $in: ids } })
      .select('name description categoryId levels')
      .lean<Chosen[]>(),
    CompetencyCategoryModel.find()
      .sort({ order: 1, name: 1, _id: 1 })
      .select('name')
      .lean<Pick<CompetencyCategory, '_id' | 'name'>[]>(),
    currentTenant(),
  ]);
  const competencies = ids.flatMap((id) => rows.find(({ _id }) => _id === id) ?? []);
  const sections = [...categories, { _id: null, name: OTHER[languageOf(locale)] }].map(
    (category): TemplateSectionInput => ({
      title: category.name,
      items: competencies
        .filter(({ categoryId }) => categoryId === category._id)
        .map((competency) => ({
          text: competency.description ?? competency.name,
          competencyId: competency._id,
          allowNotApplicable: true,
          evaluatorTypes,
        })),
    }),
  );
  return createEvaluationTemplate({
    name,
    scale: scaleOf(competencies),
    sections: sections.filter(({ items }) => items.length > 0),
  });
}

/** Returns the default scale, labeled as the levels of these competencies where all of them have the same five labels. */
function scaleOf(competencies: readonly Pick<Competency, 'levels'>[]): { min: number; max: number; labels: string[] } {
  const { min, max }: RatingScale = DEFAULT_SCALE;
  const [labels = [], ...others] = competencies.map(({ levels }) => orderedLevels(levels).map(({ label }) => label));
  const isComplete = labels.length === max - min + 1 && labels.every((label) => label !== '');
  const isShared = others.every((other) => JSON.stringify(other) === JSON.stringify(labels));
  return { min, max, labels: isComplete && isShared ? labels : [] };
}
