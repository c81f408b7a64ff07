import { type VisibleFigures, visibleFigures } from '../../evaluation/disclosure/visible-figures.rules';
import { levelOfScore } from '../../framework/level.rules';
import { groupBy } from '../../kernel/group-by';
import { cycleContents } from '../cycles.store';
import { viewerLimits } from '../viewer-limits.store';
import type { Answered } from './gap-levels.store';
import type { Levels, RequirementItems } from './gap.rules';

/** Returns the levels that viewers other than HR may see, calculated from these answers. A few queries for each cycle. */
export async function shownLevels(batch: readonly Answered[]): Promise<(answered: Answered) => Levels> {
  const ofCycle = groupBy(batch, ({ cycle }) => cycle._id);
  const contentOf = await cycleContents(batch.map(({ cycle }) => cycle));
  const levels = new Map<Answered, Levels>();
  for (const answers of ofCycle.values()) {
    const cycle = answers[0]?.cycle;
    if (!cycle) continue;
    const limitsOf = await viewerLimits(
      cycle._id,
      answers.map(({ employeeId }) => employeeId),
    );
    for (const answered of answers) {
      const { anonymityMinimum: minimum, published } = limitsOf(answered.employeeId);
      const { weights } = cycle.settings;
      const evidence = { content: contentOf(cycle), weights, minimum, participants: answered.rows };
      levels.set(answered, levelsOf(visibleFigures({ ...evidence, groups: published.groups }), answered.items));
    }
  }
  return (answered) => levels.get(answered) ?? { level: () => null };
}

function levelsOf(visible: VisibleFigures, { byId, scale }: RequirementItems): Levels {
  return {
    level: (requirementId) => {
      const items = new Map<string, number>();
      for (const [itemId, item] of byId) if (item.requirementId === requirementId) items.set(itemId, item.weight);
      const { overall } = visible.explainItems(items);
      return overall === null ? null : levelOfScore(overall, scale);
    },
  };
}
