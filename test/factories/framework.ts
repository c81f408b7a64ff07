import { type CompetencyCategory, CompetencyCategoryModel } from '../../shared/framework/competency-category.model';
import { type Competency, CompetencyModel } from '../../shared/framework/competency.model';
import { type EvaluationTemplate, EvaluationTemplateModel } from '../../shared/framework/evaluation-template.model';
import { type JobProfile, JobProfileModel, type ProfileRequirement } from '../../shared/framework/job-profile.model';
import { type Skill, type SkillFramework, SkillFrameworkModel } from '../../shared/framework/skill-framework.model';
import { DEFAULT_SCALE, type TemplateItem } from '../../shared/framework/template.rules';
import { newId } from '../../shared/kernel/ids';
import { templateItem } from './template-item';

/** A short text that no other row has. */
const unique = (): string => newId().slice(0, 8);

/** A category of competencies; like all factories of this file it runs inside `tenant.within`. */
export async function makeCompetencyCategory(fields: Partial<CompetencyCategory> = {}): Promise<CompetencyCategory> {
  const name = fields.name ?? `Category ${unique()}`;
  return (await CompetencyCategoryModel.create({ name, ...fields })).toObject();
}

/** A competency with a code of its own and no category. */
export async function makeCompetency(fields: Partial<Competency> = {}): Promise<Competency> {
  const code = fields.code === undefined ? `C-${unique()}` : fields.code;
  const name = fields.name ?? `Competency ${unique()}`;
  const row = { code, name, levels: [], ...fields };
  return (await CompetencyModel.create(row)).toObject();
}

/** A skill framework of the tenant in whose scope it runs (PLATFORM_SCOPE makes a global one) with the given skills. */
export async function makeSkillFramework(
  skills: Partial<Skill>[] = [{}],
  fields: Partial<SkillFramework> = {},
): Promise<SkillFramework> {
  const name = fields.name ?? `Framework ${unique()}`;
  const row = {
    name,
    version: '1',
    skills: skills.map((skill) => ({ id: newId(), name: `Skill ${unique()}`, levels: [], ...skill })),
    ...fields,
  };
  return (await SkillFrameworkModel.create(row)).toObject();
}

/**
 * A current job profile. A requirement without competencyId and skillId gets a competency of its own; its level is 3 and
 * it is not critical unless said otherwise.
 */
export async function makeJobProfile(
  requirements: Partial<ProfileRequirement>[] = [{}],
  fields: Partial<JobProfile> = {},
): Promise<JobProfile> {
  const code = fields.code === undefined ? `P-${unique()}` : fields.code;
  const name = fields.name ?? `Profile ${unique()}`;
  const complete = await Promise.all(
    requirements.map(async (requirement) => ({
      id: newId(),
      requiredLevel: 3,
      isCritical: false,
      ...requirement,
      competencyId: requirement.skillId ? null : (requirement.competencyId ?? (await makeCompetency())._id),
    })),
  );
  const row = { code, name, requirements: complete, ...fields };
  return (await JobProfileModel.create(row)).toObject();
}

/** A current template on the scale 1..5 with one section of the given items; by default one required rating. */
export async function makeTemplate(
  items: Partial<TemplateItem>[] = [{}],
  fields: Partial<EvaluationTemplate> = {},
): Promise<EvaluationTemplate> {
  const name = fields.name ?? `Template ${unique()}`;
  const row = {
    name,
    scale: DEFAULT_SCALE,
    sections: [{ id: newId(), title: 'Section', items: items.map(templateItem) }],
    ...fields,
  };
  return (await EvaluationTemplateModel.create(row)).toObject();
}
