import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { answerRulesOf } from '../../shared/evaluation/cycles/cycle.store';
import { type Evaluation, EvaluationModel } from '../../shared/evaluation/evaluation.model';
import {
  contentForRequirements,
  dependsOnRequirements,
  type TemplateContent,
} from '../../shared/framework/template.rules';

interface CycleSubject {
  cycle: Pick<Cycle, '_id' | 'templateId'>;
  subjectId: string;
}

/**
 * Reads the template content by which answers about these subjects are checked and scored (see `answerRulesOf`). One
 * more query for each cycle whose template omits items that the subject's job does not require.
 */
export async function contentForSubjects(
  subjects: readonly CycleSubject[],
): Promise<(subject: CycleSubject) => TemplateContent> {
  const contentOf = new Map<string, (subjectId: string) => TemplateContent>();
  for (const { cycle } of subjects) {
    if (contentOf.has(cycle._id)) continue;
    const ids = subjects.flatMap(({ cycle: { _id }, subjectId }) => (_id === cycle._id ? [subjectId] : []));
    contentOf.set(cycle._id, await contentOfCycle(cycle, ids));
  }
  return ({ cycle, subjectId }) => {
    const content = contentOf.get(cycle._id);
    if (!content) throw new Error(`The content of cycle ${cycle._id} was not read.`);
    return content(subjectId);
  };
}

async function contentOfCycle(
  cycle: CycleSubject['cycle'],
  subjectIds: readonly string[],
): Promise<(subjectId: string) => TemplateContent> {
  const content = await answerRulesOf(cycle);
  if (!dependsOnRequirements(content)) return () => content;
  const requirements = await requirementsOf(cycle._id, subjectIds);
  return (subjectId) => contentForRequirements(content, requirements.get(subjectId) ?? []);
}

/** Reads the requirements of these subjects from the snapshots of their cycle. */
export async function requirementsOf(
  cycleId: string,
  subjectIds: readonly string[],
): Promise<Map<string, Pick<Evaluation['requirements'][number], 'requirementId'>[]>> {
  const rows = await EvaluationModel.find({ cycleId, subjectId: { $in: [...new Set(subjectIds)] } })
    .select('subjectId requirements.requirementId')
    .lean<Pick<Evaluation, 'subjectId' | 'requirements'>[]>();
  return new Map(rows.map(({ subjectId, requirements }) => [subjectId, requirements]));
}
