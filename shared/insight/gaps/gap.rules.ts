import { countsAsSubmitted } from '../../evaluation/participants/participant-status';
import { isRated, reaches, SCORE_EPSILON, type AnsweredParticipant, TypeMeans } from '../../evaluation/score.rules';
import type { EvaluatorWeights } from '../../framework/evaluator-type';
import { levelOfScore } from '../../framework/level.rules';
import { type Requirement } from '../../framework/requirement';
import {
  feedsScore,
  type RatingScale,
  requirementIdOf,
  templateItems,
  type TemplateContent,
} from '../../framework/template.rules';

// docs/specification.md, "Gaps and heatmap"

export interface Gap extends Requirement {
  /** 1 to 5, unrounded. */
  currentLevel: number;
  /** 0 none .. 4 most severe. */
  gapLevel: number;
  priority: GapPriority;
}

/** 1 most urgent .. 4 OK. */
export type GapPriority = 1 | 2 | 3 | 4;

/** Every priority, the most urgent first. */
export const GAP_PRIORITIES: readonly GapPriority[] = [1, 2, 3, 4];

/**
 * Returns the severity of a gap: 0 when the current level reaches the required one, else the missing levels rounded up,
 * at most 4.
 */
export function gapLevel(requiredLevel: number, currentLevel: number): number {
  if (reaches(currentLevel, requiredLevel)) return 0;
  return Math.min(4, Math.ceil(requiredLevel - currentLevel - SCORE_EPSILON));
}

/** Returns the urgency of a gap: 1 (level 3+, or critical and 2), 2 (2, or critical and 1), 3 (1), 4 = OK. */
export function gapPriority(level: number, isCritical: boolean): GapPriority {
  if (level === 0) return 4;
  const urgency = level + (isCritical ? 1 : 0);
  if (urgency >= 3) return 1;
  return urgency === 2 ? 2 : 3;
}

/** True when a gap passes the filter `maxPriority`; without a filter every gap does. */
export function isWithinPriority(gap: Pick<Gap, 'priority'>, maxPriority: number | null): boolean {
  return maxPriority === null || gap.priority <= maxPriority;
}

/** The items that determine the level of a competency or skill, and their scale. */
export interface RequirementItems {
  scale: Pick<RatingScale, 'min' | 'max'>;
  byId: ReadonlyMap<string, { requirementId: string; weight: number }>;
}

/** Returns the scored items of each competency or skill; items that measure potential do not count. */
export function requirementItems(content: TemplateContent): RequirementItems {
  const mapped = new Map<string, { requirementId: string; weight: number }>();
  for (const item of templateItems(content)) {
    const requirementId = requirementIdOf(item);
    if (requirementId !== null && feedsScore(item)) mapped.set(item.id, { requirementId, weight: item.weight });
  }
  return { scale: content.scale, byId: mapped };
}

/**
 * Returns one participant's score of each competency or skill on the template's scale: the weighted mean of its rated
 * items. Empty before submitting.
 */
function requirementScores({ status, answers }: AnsweredParticipant, items: RequirementItems): Map<string, number> {
  if (!countsAsSubmitted(status)) return new Map();
  const sums = new Map<string, { sum: number; weight: number }>();
  for (const answer of answers) {
    const item = items.byId.get(answer.itemId);
    if (!item || !isRated(answer)) continue;
    const entry = sums.get(item.requirementId) ?? { sum: 0, weight: 0 };
    entry.sum += item.weight * answer.score;
    entry.weight += item.weight;
    sums.set(item.requirementId, entry);
  }
  return new Map([...sums].map(([requirementId, { sum, weight }]) => [requirementId, sum / weight]));
}

/**
 * Calculates the current levels of one subject: the weighted mean of the evaluator types over each requirement's items,
 * converted to levels 1 to 5. Add the participants one by one, then read the levels; each answer is read once for all
 * requirements.
 */
export class SubjectLevels {
  /** The means of the evaluator types, by competency or skill; only those that someone has rated. */
  readonly means = new Map<string, TypeMeans>();

  constructor(
    private readonly items: RequirementItems,
    private readonly weights: Readonly<EvaluatorWeights>,
  ) {}

  /** Adds one participant; ignores one that has not submitted. */
  add(participant: AnsweredParticipant): void {
    for (const [requirementId, score] of requirementScores(participant, this.items)) {
      let means = this.means.get(requirementId);
      if (!means) this.means.set(requirementId, (means = new TypeMeans()));
      means.add(participant.evaluatorType, score);
    }
  }

  /** Returns the current level of a competency or skill, 1 to 5 on every scale, unrounded; null when no one rated it. */
  level(requirementId: string): number | null {
    const score = this.means.get(requirementId)?.overall(this.weights) ?? null;
    return score === null ? null : levelOfScore(score, this.items.scale);
  }
}

/** Levels of competencies and skills, 1 to 5, unrounded; null without a rating. */
export type Levels = Pick<SubjectLevels, 'level'>;

export function gapsAt(requirements: readonly Requirement[], levels: Levels): Gap[] {
  return requirements.flatMap((requirement) => {
    const currentLevel = levels.level(requirement.requirementId);
    return currentLevel === null ? [] : [gapAt(requirement, currentLevel)];
  });
}

export function gapAt({ requirementId, requiredLevel, isCritical }: Requirement, currentLevel: number): Gap {
  const level = gapLevel(requiredLevel, currentLevel);
  const priority = gapPriority(level, isCritical);
  return { requirementId, requiredLevel, isCritical, currentLevel, gapLevel: level, priority };
}
