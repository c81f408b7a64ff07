import { LRUCache } from 'lru-cache';
import { type EvaluationTemplate, EvaluationTemplateModel } from '../../framework/evaluation-template.model';
import { DEFAULT_SCALE, feedsScore, type TemplateContent, templateItems } from '../../framework/template.rules';
import { tenantId } from '../../kernel/context';
import { conflict, invalid, notFound } from '../../kernel/errors';
import { sentence } from '../../kernel/refusals/sentence';
import { CycleStatus } from './cycle-status';
import { showsGaps } from './cycle-visibility.rules';
import { type Cycle, CycleModel, GapsState } from './cycle.model';

/** The row of a cycle; throws NOT_FOUND. */
export async function findCycle(id: string): Promise<Cycle> {
  const row = await CycleModel.findById(id).lean<Cycle>();
  if (!row) throw notFound();
  return row;
}

const NO_GAPS: Cycle['gaps'] = { state: GapsState.None, calculatedAt: null, runId: null };

/** The gap run of a cycle that readers see; the stored one of a reopened cycle is hidden. Read this, never `cycle.gaps`. */
export function shownGaps(cycle: Pick<Cycle, 'gaps' | 'status' | 'closedAt'>): Cycle['gaps'] {
  return showsGaps(cycle) ? cycle.gaps : NO_GAPS;
}

/**
 * The row of a cycle inside a transaction that relies on its state: the row is touched, so that of two such transactions,
 * or one and a change of the state, at the same moment one sees the other. Throws NOT_FOUND.
 */
export async function holdCycle(id: string): Promise<Cycle> {
  const touch = { $set: { isDeleted: false } };
  const row = await CycleModel.findOneAndUpdate({ _id: id }, touch, { returnDocument: 'after' }).lean<Cycle>();
  if (!row) throw notFound();
  return row;
}

/**
 * What the participants of a cycle are asked; null without a template. One that was deleted since still explains the
 * answers given to it.
 */
export async function templateOfCycle({ templateId }: Pick<Cycle, 'templateId'>): Promise<EvaluationTemplate | null> {
  if (templateId === null) return null;
  const [template] = await templatesOfCycles([{ templateId }]);
  return template ?? null;
}

/** What a cycle without a template asks. */
export const NO_CONTENT: TemplateContent = { scale: DEFAULT_SCALE, sections: [] };

/** Content of templates that are frozen, by tenant and template. */
const frozen = new LRUCache<string, TemplateContent>({ max: 500 });

/**
 * By what answers to a cycle are checked and scored. That of a frozen template never changes, and is read once; show no text of it,
 * since an erasure may have changed one.
 */
export async function answerRulesOf({ templateId }: Pick<Cycle, 'templateId'>): Promise<TemplateContent> {
  const key = `${tenantId()} ${templateId}`;
  const kept = frozen.get(key);
  if (kept) return kept;
  const template = await templateOfCycle({ templateId });
  if (!template) return NO_CONTENT;
  const { scale, sections } = template;
  if (template.frozenAt !== null) frozen.set(key, { scale, sections });
  return { scale, sections };
}

/** The templates of several cycles, deleted ones too; one query. */
export function templatesOfCycles(cycles: readonly Pick<Cycle, 'templateId'>[]): Promise<EvaluationTemplate[]> {
  const ids = cycles.flatMap(({ templateId }) => templateId ?? []);
  const anyOne = { _id: { $in: ids }, isDeleted: { $in: [true, false] } };
  return EvaluationTemplateModel.find(anyOne).lean<EvaluationTemplate[]>().exec();
}

/** Throws CONFLICT when the cycle is over: no one joins it any more. */
export function assertOpenToParticipants({ status }: Pick<Cycle, 'status'>): void {
  if (status === CycleStatus.Closed || status === CycleStatus.Archived)
    throw conflict(sentence`The cycle is ${status}. Reopen it before you change its evaluators.`);
}

/**
 * A cycle that evaluations and evaluators can be made for, with its template. Throws NOT_FOUND, CONFLICT when it is over,
 * and VALIDATION on `templateId` when it has no template that leads to a score.
 */
export async function preparedCycle(id: string): Promise<{ cycle: Cycle; template: EvaluationTemplate }> {
  const cycle = await findCycle(id);
  assertOpenToParticipants(cycle);
  const template = await templateOfCycle(cycle);
  if (!template || (template.isDeleted && cycle.generatedAt === null))
    throw invalid({ field: 'templateId', message: 'is required before this step' });
  if (!templateItems(template).some(feedsScore))
    throw invalid({ field: 'templateId', message: 'must have a Rating item that counts towards the score' });
  return { cycle, template };
}

/** Throws CONFLICT when retention has deleted the answers of a cycle: what is calculated from them again would be wrong. */
export function assertAnswersKept({ answersDeletedAt }: Pick<Cycle, 'answersDeletedAt'>): void {
  if (!answersDeletedAt) return;
  const date = answersDeletedAt.toISOString().slice(0, 10);
  throw conflict(
    sentence`Retention deleted the answers of this cycle on ${date}, so its scores and gaps are final. Create a new cycle instead.`,
  );
}

/** Makes a cycle say that its gaps could not be calculated, unless they have been since. */
export async function failGaps(cycleId: string): Promise<void> {
  await CycleModel.updateOne(
    { _id: cycleId, 'gaps.state': GapsState.Calculating },
    { $set: { 'gaps.state': GapsState.Failed } },
  );
}
