import { CycleStatus } from '../evaluation/cycles/cycle-status';
import { GapSource, gapSource } from '../evaluation/cycles/cycle-visibility.rules';
import { type Cycle, CycleModel } from '../evaluation/cycles/cycle.model';
import { NO_CONTENT, templateOfCycle, templatesOfCycles } from '../evaluation/cycles/cycle.store';
import type { RatingScale, TemplateContent } from '../framework/template.rules';

/** The Closed or Archived cycle that was closed last; null when there is none. */
export function lastClosedCycle(): Promise<Cycle | null> {
  const wasClosed = { status: { $in: [CycleStatus.Closed, CycleStatus.Archived] }, closedAt: { $ne: null } };
  return CycleModel.findOne(wasClosed).sort({ closedAt: -1, _id: 1 }).lean<Cycle>().exec();
}

/**
 * The cycle whose gaps readers get who name this one: before its first closing the last Closed cycle, if there is one. Read
 * its gaps with `shownGaps`.
 */
export async function cycleOfGaps(cycle: Cycle): Promise<Cycle> {
  return gapSource(cycle) === GapSource.LastClosed ? ((await lastClosedCycle()) ?? cycle) : cycle;
}

/** What the participants of a cycle are asked; a cycle that was never generated may have no template, and then asks nothing. */
export async function cycleContent(cycle: Pick<Cycle, 'templateId'>): Promise<TemplateContent> {
  return (await templateOfCycle(cycle)) ?? NO_CONTENT;
}

/** The same for several cycles; one query. */
export async function cycleContents(
  cycles: readonly Pick<Cycle, 'templateId'>[],
): Promise<(cycle: Pick<Cycle, 'templateId'>) => TemplateContent> {
  const templates = new Map((await templatesOfCycles(cycles)).map((template) => [template._id, template]));
  return ({ templateId }) => templates.get(templateId ?? '') ?? NO_CONTENT;
}

/** The scale on which the participants of a cycle give their scores. */
export async function cycleScale(cycle: Pick<Cycle, 'templateId'>): Promise<RatingScale> {
  return (await cycleContent(cycle)).scale;
}
