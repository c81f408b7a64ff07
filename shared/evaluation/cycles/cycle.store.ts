import { LRUCache } from 'lru-cache';
import { type EvaluationTemplate, EvaluationTemplateModel } from '../../framework/evaluation-template.model';
import { DEFAULT_SCALE, feedsScore, type TemplateContent, templateItems } from '../../framework/template.rules';
import { tenantId } from '../../kernel/context';
import { conflict, invalid, notFound } from '../../kernel/errors';
import { refusal } from '../../kernel/refusals/refusal';
import { CycleStatus } from './cycle-status';
import { showsGaps } from './cycle-visibility.rules';
import { type Cycle, CycleModel, GapsState } from './cycle.model';

/** Throws NOT_FOUND. */
export async function findCycle(id: string): Promise<Cycle> {
  const row = await CycleModel.findById(id).lean<Cycle>();
  if (!row) throw notFound();
  return row;
}

const NO_GAPS: Cycle['gaps'] = { state: GapsState.None, calculatedAt: null, runId: null };

/** Returns the gap run of a cycle that readers see; that of a reopened cycle is hidden. Read this, never `cycle.gaps`. */
export function shownGaps(cycle: Pick<Cycle, 'gaps' | 'status' | 'closedAt'>): Cycle['gaps'] {
  return showsGaps(cycle) ? cycle.gaps : NO_GAPS;
}

/**
 * Reads a cycle in a transaction that relies on its status and increments a field of its row, so that it conflicts with
 * every concurrent change of the status. Throws NOT_FOUND.
 */
export async function holdCycle(id: string): Promise<Cycle> {
  const touch = { $set: { isDeleted: false } };
  const row = await CycleModel.findOneAndUpdate({ _id: id }, touch, { returnDocument: 'after' }).lean<Cycle>();
  if (!row) throw notFound();
  return row;
}

/**
 * Returns the template of a cycle, even if it has been deleted since, because it explains the answers; null without a template.
 */
export async function templateOfCycle({ templateId }: Pick<Cycle, 'templateId'>): Promise<EvaluationTemplate | null> {
  if (templateId === null) return null;
  const [template] = await templatesOfCycles([{ templateId }]);
  return template ?? null;
}

export const NO_CONTENT: TemplateContent = { scale: DEFAULT_SCALE, sections: [] };

/** Content of frozen templates, by tenant and template. */
const frozen = new LRUCache<string, TemplateContent>({ max: 500 });

/**
 * Returns the content by which the answers of a cycle are checked and scored. That of a frozen template never changes
 * and is cached; do not show its texts, since an erasure may have changed them.
 */
export async function answerRulesOf({ templateId }: Pick<Cycle, 'templateId'>): Promise<TemplateContent> {
  const key = `${tenantId()} ${templateId}`;
  const cached = frozen.get(key);
  if (cached) return cached;
  const template = await templateOfCycle({ templateId });
  if (!template) return NO_CONTENT;
  const { scale, sections } = template;
  if (template.frozenAt !== null) frozen.set(key, { scale, sections });
  return { scale, sections };
}

/** Returns the templates of several cycles, including deleted ones; one query. */
export function templatesOfCycles(cycles: readonly Pick<Cycle, 'templateId'>[]): Promise<EvaluationTemplate[]> {
  const ids = cycles.flatMap(({ templateId }) => templateId ?? []);
  const anyOne = { _id: { $in: ids }, isDeleted: { $in: [true, false] } };
  return EvaluationTemplateModel.find(anyOne).lean<EvaluationTemplate[]>().exec();
}

/** Throws CONFLICT when the cycle is over, so that no one can join it. */
export function assertOpenToParticipants({ status }: Pick<Cycle, 'status'>): void {
  if (status === CycleStatus.Closed || status === CycleStatus.Archived)
    throw conflict(refusal('CYCLE_EVALUATORS_FIXED', { status }));
}

/**
 * Returns a cycle to which evaluations and evaluators can be added, with its template. Throws NOT_FOUND, CONFLICT when
 * it is over, and VALIDATION on `templateId` when its template leads to no score.
 */
export async function preparedCycle(id: string): Promise<{ cycle: Cycle; template: EvaluationTemplate }> {
  const cycle = await findCycle(id);
  assertOpenToParticipants(cycle);
  const template = await templateOfCycle(cycle);
  if (!template || (template.isDeleted && cycle.generatedAt === null))
    throw invalid({ field: 'templateId', ...refusal('REQUIRED_BEFORE_STEP') });
  if (!templateItems(template).some(feedsScore)) throw invalid({ field: 'templateId', ...refusal('NO_RATING_ITEM') });
  return { cycle, template };
}

/** Throws CONFLICT when retention has deleted the answers of a cycle: recalculated figures would be wrong. */
export function assertAnswersKept({ answersDeletedAt }: Pick<Cycle, 'answersDeletedAt'>): void {
  if (!answersDeletedAt) return;
  const date = answersDeletedAt.toISOString().slice(0, 10);
  throw conflict(refusal('ANSWERS_DELETED_BY_RETENTION', { date }));
}

/** Marks the gaps of a cycle as failed, unless a later run has calculated them. */
export async function failGaps(cycleId: string): Promise<void> {
  await CycleModel.updateOne(
    { _id: cycleId, 'gaps.state': GapsState.Calculating },
    { $set: { 'gaps.state': GapsState.Failed } },
  );
}
