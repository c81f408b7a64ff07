import { type Cycle, CycleModel } from '../evaluation/cycle.model';
import { CycleStatus } from '../evaluation/cycle-status';
import { type EvaluationTemplate, EvaluationTemplateModel } from '../framework/evaluation-template.model';
import { DEFAULT_SCALE, type TemplateContent } from '../framework/template.rules';
import { notFound } from '../kernel/errors';

/** A cycle of this tenant; throws NOT_FOUND. */
export async function findCycle(id: string): Promise<Cycle> {
  const cycle = await CycleModel.findById(id).lean<Cycle>();
  if (!cycle) throw notFound();
  return cycle;
}

/** The cycle that was closed last and still is; null when there is none (decisions 6, "Nine-box"). */
export function lastClosedCycle(): Promise<Cycle | null> {
  return CycleModel.findOne({ status: CycleStatus.Closed }).sort({ closedAt: -1, _id: 1 }).lean<Cycle>().exec();
}

const NO_CONTENT: TemplateContent = { scale: DEFAULT_SCALE, sections: [] };

/**
 * What the participants of a cycle were asked. A template that was deleted meanwhile still explains the answers given to
 * it; a cycle that was never generated may have none, and then asks nothing.
 */
export async function cycleContent(cycle: Pick<Cycle, 'templateId'>): Promise<TemplateContent> {
  if (cycle.templateId === null) return NO_CONTENT;
  const template = await EvaluationTemplateModel.findOne({ _id: cycle.templateId, isDeleted: { $in: [true, false] } })
    .select('scale sections')
    .lean<EvaluationTemplate>();
  return template ?? NO_CONTENT;
}
