import { type Answer } from '../../shared/evaluation/answer.rules';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { itemAppliesTo, ItemType, type RatingScale, type TemplateItem } from '../../shared/framework/template.rules';
import { commentsFor, NEXT_STEPS, STRENGTHS, type Tone } from './comments';
import { seededRandom, type SeededRandom } from './seeded-random';
import { DEMO_TEMPLATE, DO_DIFFERENTLY, KEEP_DOING } from './template';

/** What the answers need to know of an item; the server's answers have it. */
export type AnswerableItem = Pick<
  TemplateItem,
  'id' | 'text' | 'type' | 'evaluatorTypes' | 'required' | 'allowNotApplicable' | 'competencyId'
>;

export interface AnswerableTemplate {
  scale: Pick<RatingScale, 'min' | 'max'>;
  sections: ReadonlyArray<{ items: readonly AnswerableItem[] }>;
}

/** All are on the five-step scale of the demo template; other scales are stretched. */
const ABILITY = { mean: 3.4, betweenPeople: 0.55, betweenCompetencies: 0.5 };
const LENIENCY = { deviation: 0.3, extreme: 0.9, shareOfExtremes: 0.06 };
const NOISE = 0.4;
/** People see themselves a little better than others do; managers are the most reserved. */
const BIAS: Readonly<Record<EvaluatorType, number>> = {
  [EvaluatorType.Self]: 0.25,
  [EvaluatorType.Manager]: -0.1,
  [EvaluatorType.Peer]: 0.1,
  [EvaluatorType.DirectReport]: 0.15,
  [EvaluatorType.Stakeholder]: 0,
};
const SHARE_NOT_APPLICABLE = 0.08;
const SHARE_COMMENTED = 0.2;
const SHARE_OPTIONAL_TEXT = 0.6;

const CODE_BY_TEXT: ReadonlyMap<string, string | null> = new Map(
  DEMO_TEMPLATE.sections.flatMap(({ items }) => items.map((item) => [item.text, item.competencyCode])),
);

/**
 * Plausible answers of one participant, for the `answers` of POST /api/my-evaluations/{id}/respond: the subject has an ability per
 * competency, the evaluator a leniency that is the same towards everyone. Keys are any stable names, such as emails.
 */
export function demoAnswers(
  seed: number,
  subjectKey: string,
  evaluatorKey: string,
  evaluatorType: EvaluatorType,
  template: AnswerableTemplate,
): Answer[] {
  const random = seededRandom(seed, 'answers', subjectKey, evaluatorKey, evaluatorType);
  const tilt = leniency(seed, evaluatorKey) + BIAS[evaluatorType];
  return template.sections
    .flatMap((section) => section.items)
    .filter((item) => itemAppliesTo(item, evaluatorType))
    .flatMap((item) => {
      if (item.type === ItemType.Text) return textAnswer(random, item);
      if (item.allowNotApplicable && random.chance(SHARE_NOT_APPLICABLE)) {
        return { itemId: item.id, score: null, notApplicable: true, comment: null };
      }
      const competency = CODE_BY_TEXT.get(item.text) ?? item.competencyId ?? item.text;
      const impression = ability(seed, subjectKey, competency) + tilt + random.normal(0, NOISE);
      const tone = toneOf(impression);
      const comments = random.chance(SHARE_COMMENTED) ? commentsFor(competency.slice(0, 3), evaluatorType, tone) : [];
      const comment = comments.length > 0 ? random.pick(comments) : null;
      return { itemId: item.id, score: onScale(impression, template.scale), notApplicable: false, comment };
    });
}

function ability(seed: number, subjectKey: string, competency: string): number {
  const general = seededRandom(seed, 'ability', subjectKey).normal(ABILITY.mean, ABILITY.betweenPeople);
  return general + seededRandom(seed, 'ability', subjectKey, competency).normal(0, ABILITY.betweenCompetencies);
}

/** Most evaluators are close to each other; a few are conspicuously mild or severe, so that the rater analysis has something to find. */
function leniency(seed: number, evaluatorKey: string): number {
  const random = seededRandom(seed, 'leniency', evaluatorKey);
  const usual = random.normal(0, LENIENCY.deviation);
  if (!random.chance(LENIENCY.shareOfExtremes)) return usual;
  return usual + random.pick([-LENIENCY.extreme, LENIENCY.extreme]);
}

function textAnswer(random: SeededRandom, item: AnswerableItem): Answer[] {
  if (!item.required && !random.chance(SHARE_OPTIONAL_TEXT)) return [];
  const bank =
    item.text === DO_DIFFERENTLY ? NEXT_STEPS : item.text === KEEP_DOING ? STRENGTHS : [...STRENGTHS, ...NEXT_STEPS];
  return [{ itemId: item.id, score: null, notApplicable: false, comment: random.pick(bank) }];
}

function toneOf(impression: number): Tone {
  if (impression >= 3.7) return 'praise';
  return impression < 2.5 ? 'concern' : 'neutral';
}

/** From the five-step scale (1..5) to a whole step of this one. */
function onScale(impression: number, { min, max }: Pick<RatingScale, 'min' | 'max'>): number {
  const step = Math.round(min + ((impression - 1) / 4) * (max - min));
  return Math.min(Math.max(step, min), max);
}
