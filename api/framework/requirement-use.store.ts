import { pickRow } from '../../shared/db/pick';
import { EvaluationTemplateModel } from '../../shared/framework/evaluation-template.model';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import { asSystem, PLATFORM_SCOPE, tenantId } from '../../shared/kernel/context';
import { refusal, type Refusal } from '../../shared/kernel/refusals/refusal';

type Kind = 'competencyId' | 'skillId';

/**
 * Returns why competencies or skills cannot be deleted (current job profiles or templates use them), or null. For
 * global skills every organization counts, but none is named.
 */
export async function refusalOfUse(kind: Kind, ids: readonly string[]): Promise<Refusal | null> {
  if (ids.length === 0) return null;
  if (tenantId() !== PLATFORM_SCOPE) return findUse(kind, ids);
  const use = await asSystem('a global skill may be in use by any organization', () => findUse(kind, ids));
  return use && refusal('SKILLS_USED_BY_ORGANIZATIONS');
}

async function findUse(kind: Kind, ids: readonly string[]): Promise<Refusal | null> {
  const isSkill = kind === 'skillId';
  const profile = await pickRow(
    JobProfileModel.findOne({ isCurrent: true, [`requirements.${kind}`]: { $in: ids } }),
    'name',
  );
  if (profile)
    return isSkill
      ? refusal('SKILLS_REQUIRED_BY_PROFILE', { profile: profile.name })
      : refusal('COMPETENCY_REQUIRED_BY_PROFILE', { profile: profile.name });
  const template = await pickRow(
    EvaluationTemplateModel.findOne({ [`sections.items.${kind}`]: { $in: ids } }),
    'name',
    'version',
  );
  if (!template) return null;
  const { name, version } = template;
  return isSkill
    ? refusal('SKILLS_USED_BY_TEMPLATE', { template: name, version })
    : refusal('COMPETENCY_USED_BY_TEMPLATE', { template: name, version });
}
