import { CycleStatus } from '../evaluation/cycles/cycle-status';
import { GapSource, gapSource } from '../evaluation/cycles/cycle-visibility.rules';
import { type Cycle, CycleModel } from '../evaluation/cycles/cycle.model';
import { NO_CONTENT, templateOfCycle, templatesOfCycles } from '../evaluation/cycles/cycle.store';
import type { RatingScale, TemplateContent } from '../framework/template.rules';

/** Returns the Closed or Archived cycle that was closed last; null when there is none. */
export function lastClosedCycle(): Promise<Cycle | null> {
  const wasClosed = { status: { $in: [CycleStatus.Closed, CycleStatus.Archived] }, closedAt: { $ne: null } };
  return CycleModel.findOne(wasClosed).sort({ closedAt: -1, _id: 1 }).lean<Cycle>().exec();
}

/**
 * Returns the cycle whose gaps readers see for this one: before its first closing the last Closed cycle, if any. Read
 * its gaps with `shownGaps`.
 */
export async function cycleOfGaps(cycle: Cycle): Promise<Cycle> {
  return gapSource(cycle) === GapSource.LastClosed ? ((await lastClosedCycle()) ?? cycle) : cycle;
}

/** Returns the content of a cycle's template; empty when the cycle was never generated and has none. */
export async function cycleContent(cycle: Pick<Cycle, 'templateId'>): Promise<TemplateContent> {
  return (await templateOfCycle(cycle)) ?? NO_CONTENT;
}

/** Returns the contents of several cycles; one query. */
export async function cycleContents(
  cycles: readonly Pick<Cycle, 'templateId'>[],
): Promise<(cycle: Pick<Cycle, 'templateId'>) => TemplateContent> {
  const templates = new Map((await templatesOfCycles(cycles)).map((template) => [template._id, template]));
  return ({ templateId }) => templates.get(templateId ?? '') ?? NO_CONTENT;
}

export async function cycleScale(cycle: Pick<Cycle, 'templateId'>): Promise<RatingScale> {
  return (await cycleContent(cycle)).scale;
}
