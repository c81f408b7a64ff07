import { type Answer } from '../../shared/evaluation/answer.rules';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import {
  type AnsweredParticipant,
  type ItemWeights,
  participantScore,
  type ScoredParticipant,
} from '../../shared/evaluation/score.rules';
import { type EvaluatorType } from '../../shared/framework/evaluator-type';
import {
  DEFAULT_SCALE,
  ItemType,
  type TemplateContent,
  type TemplateItem,
} from '../../shared/framework/template.rules';
import { templateItem } from '../factories/template-item';

/** A required rating item of weight 1 for everyone, with what the test changes. */
export const ratingItem = (id: string, changes: Partial<TemplateItem> = {}): TemplateItem =>
  templateItem({ id, ...changes });

/** A required text item. */
export function textItem(id: string, changes: Partial<TemplateItem> = {}): TemplateItem {
  return ratingItem(id, { type: ItemType.Text, weight: 0, ...changes });
}

/** A template of one section on the scale 1..5. */
export function templateOf(...items: TemplateItem[]): TemplateContent {
  return { scale: DEFAULT_SCALE, sections: [{ id: 'section', title: 'Section', items }] };
}

/** A rating; null is "not applicable". */
export function rated(itemId: string, score: number | null): Answer {
  return { itemId, score, notApplicable: score === null, comment: null };
}

/** A submitted participant with ratings by item id. */
export function participant(
  evaluatorType: EvaluatorType,
  scores: Record<string, number | null>,
  status: ParticipantStatus = ParticipantStatus.Submitted,
): AnsweredParticipant {
  return { evaluatorType, status, answers: Object.entries(scores).map(([id, score]) => rated(id, score)) };
}

/** These participants with the scores that their submissions store. */
export function scored<T extends AnsweredParticipant>(
  participants: readonly T[],
  items: ItemWeights,
): (T & ScoredParticipant)[] {
  return participants.map((row) => ({ ...row, score: participantScore(row.answers, items) }));
}
