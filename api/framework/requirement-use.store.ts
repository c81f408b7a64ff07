import { pickRow } from '../../shared/db/pick';
import { EvaluationTemplateModel } from '../../shared/framework/evaluation-template.model';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import { asSystem, PLATFORM_SCOPE, tenantId } from '../../shared/kernel/context';
import { sentence, type Sentence } from '../../shared/kernel/refusals/sentence';

type Kind = 'competencyId' | 'skillId';

/**
 * Returns why competencies or skills cannot be deleted (current job profiles or templates use them), or null. For
 * global skills every organization counts, but none is named.
 */
export async function refusalOfUse(kind: Kind, ids: readonly string[]): Promise<string | Sentence | null> {
  if (ids.length === 0) return null;
  if (tenantId() !== PLATFORM_SCOPE) return findUse(kind, ids);
  const use = await asSystem('a global skill may be in use by any organization', () => findUse(kind, ids));
  return use && 'Skills of this framework are in use: organizations use it. Remove the reference first.';
}

async function findUse(kind: Kind, ids: readonly string[]): Promise<Sentence | null> {
  const isSkill = kind === 'skillId';
  const profile = await pickRow(
    JobProfileModel.findOne({ isCurrent: true, [`requirements.${kind}`]: { $in: ids } }),
    'name',
  );
  if (profile)
    return isSkill
      ? sentence`Skills of this framework are in use: the job profile "${profile.name}" requires it. Remove the reference first.`
      : sentence`This competency is in use: the job profile "${profile.name}" requires it. Remove the reference first.`;
  const template = await pickRow(
    EvaluationTemplateModel.findOne({ [`sections.items.${kind}`]: { $in: ids } }),
    'name',
    'version',
  );
  if (!template) return null;
  const { name, version } = template;
  return isSkill
    ? sentence`Skills of this framework are in use: the evaluation template "${name}" (version ${version}) uses it. Remove the reference first.`
    : sentence`This competency is in use: the evaluation template "${name}" (version ${version}) uses it. Remove the reference first.`;
}
