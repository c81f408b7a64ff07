import { type Cycle, CycleModel, GapsState } from '../evaluation/cycle.model';
import { answersAreWritable, CycleStatus } from '../evaluation/cycle-status';
import { templateOfCycle } from '../evaluation/cycle.store';
import { DEFAULT_SCALE, type TemplateContent } from '../framework/template.rules';

/** The cycle that was closed last and still is; null when there is none (decisions 6, "Nine-box"). */
export function lastClosedCycle(): Promise<Cycle | null> {
  return CycleModel.findOne({ status: CycleStatus.Closed }).sort({ closedAt: -1, _id: 1 }).lean<Cycle>().exec();
}

/**
 * The cycle whose gaps stand for those of the given one: while that is Open or InProgress, the one that was closed last
 * (spec 2.6.7); when there is none, the given one without gaps.
 */
export async function cycleOfGaps(cycle: Cycle): Promise<Cycle> {
  if (!answersAreWritable(cycle.status)) return cycle;
  const none = { state: GapsState.None, calculatedAt: null, runId: null };
  return (await lastClosedCycle()) ?? { ...cycle, gaps: none };
}

const NO_CONTENT: TemplateContent = { scale: DEFAULT_SCALE, sections: [] };

/** What the participants of a cycle are asked; a cycle that was never generated may have no template, and then asks nothing. */
export async function cycleContent(cycle: Pick<Cycle, 'templateId'>): Promise<TemplateContent> {
  return (await templateOfCycle(cycle)) ?? NO_CONTENT;
}
