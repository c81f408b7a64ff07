import { pickRow } from '../db/pick';
import { asSystem, PLATFORM_SCOPE, tenantId } from '../kernel/context';
import { EvaluationTemplateModel } from './evaluation-template.model';
import { JobProfileModel } from './job-profile.model';

type Kind = 'competencyId' | 'skillId';

/**
 * Where competencies or skills are in use, as the rest of a sentence ("the job profile ... requires it"), or null: in
 * current job profiles and in templates. For global skills every organization counts, and none is named.
 */
export async function useOf(kind: Kind, ids: readonly string[]): Promise<string | null> {
  if (ids.length === 0) return null;
  if (tenantId() !== PLATFORM_SCOPE) return findUse(kind, ids);
  const use = await asSystem('a global skill may be in use by any organization', () => findUse(kind, ids));
  return use && 'organizations use it';
}

async function findUse(kind: Kind, ids: readonly string[]): Promise<string | null> {
  const profile = await pickRow(
    JobProfileModel.findOne({ isCurrent: true, [`requirements.${kind}`]: { $in: ids } }),
    'name',
  );
  if (profile) return `the job profile "${profile.name}" requires it`;
  const template = await pickRow(
    EvaluationTemplateModel.findOne({ [`sections.items.${kind}`]: { $in: ids } }),
    'name',
    'version',
  );
  return template && `the evaluation template "${template.name}" (version ${template.version}) uses it`;
}
