import { type Cycle, CycleModel } from '../evaluation/cycle.model';
import { CycleStatus } from '../evaluation/cycle-status';
import { templateOfCycle } from '../evaluation/cycle.store';
import { DEFAULT_SCALE, type TemplateContent } from '../framework/template.rules';

/** The cycle that was closed last and still is; null when there is none (decisions 6, "Nine-box"). */
export function lastClosedCycle(): Promise<Cycle | null> {
  return CycleModel.findOne({ status: CycleStatus.Closed }).sort({ closedAt: -1, _id: 1 }).lean<Cycle>().exec();
}

const NO_CONTENT: TemplateContent = { scale: DEFAULT_SCALE, sections: [] };

/** What the participants of a cycle are asked; a cycle that was never generated may have no template, and then asks nothing. */
export async function cycleContent(cycle: Pick<Cycle, 'templateId'>): Promise<TemplateContent> {
  return (await templateOfCycle(cycle)) ?? NO_CONTENT;
}
