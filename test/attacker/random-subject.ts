import { GUARDED_TYPES } from '../../shared/evaluation/disclosure/guarded-group.rules';
import { EVALUATOR_TYPES, type EvaluatorType, type EvaluatorWeights } from '../../shared/framework/evaluator-type';
import { ItemType, type TemplateContent, type TemplateItem } from '../../shared/framework/template.rules';
import { templateItem } from '../factories/template-item';
import type { EvaluatedSubject, KnownRater, Publishing } from './evaluated-subject';

/** Random numbers that are the same for the same seed (mulberry32). */
export class Chance {
  constructor(private state: number) {}

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<T>(values: readonly T[]): T {
    return values[this.whole(0, values.length - 1)]!;
  }

  isLucky(probability: number): boolean {
    return this.next() < probability;
  }
}

const WEIGHTS = [0, 0.05, 0.1, 0.2, 0.5, 1];

/**
 * A subject of a random organization: groups of 0 to 6, ratings left out, weights of 0, items of potential, and up to four
 * publishings between which evaluators join, change their answers and comments, leave, or nothing happens.
 */
export function randomSubject(seed: number, most = 4): EvaluatedSubject {
  const chance = new Chance(seed);
  const content = randomContent(chance);
  const publishings: Publishing[] = [];
  let raters = EVALUATOR_TYPES.flatMap((type) => randomGroup(chance, type, content));
  const weights = randomWeights(chance);
  const count = chance.whole(1, most);
  for (let at = 0; at < count; at += 1) {
    if (at > 0) raters = changed(chance, raters, content, at);
    const minimum = chance.isLucky(0.85) ? 3 : 4;
    publishings.push({ at: `2026-0${at + 1}-01T00:00:00Z`, raters, minimum, weights });
  }
  return { content, publishings };
}

function randomContent(chance: Chance): TemplateContent {
  const ids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  const items: TemplateItem[] = Array.from({ length: chance.whole(1, 4) }, () =>
    templateItem({
      weight: chance.pick([1, 1, 2, 5]),
      allowNotApplicable: true,
      required: false,
      competencyId: chance.pick([...ids, null]),
    }),
  );
  if (chance.isLucky(0.3)) items.push(templateItem({ text: 'Potential', measuresPotential: true, required: false }));
  items.push(templateItem({ type: ItemType.Text, required: false, weight: 0 }));
  const [min, max] = chance.pick([
    [1, 5],
    [1, 5],
    [1, 3],
    [1, 4],
    [0, 10],
  ] as const);
  const scale = { min, max, labels: [] };
  return { scale, sections: [{ id: '33333333-3333-4333-8333-333333333333', title: 'Section', items }] };
}

function randomWeights(chance: Chance): EvaluatorWeights {
  const weights = Object.fromEntries(EVALUATOR_TYPES.map((type) => [type, chance.pick(WEIGHTS)])) as EvaluatorWeights;
  return { ...weights, Self: weights.Self + 0.1 };
}

function randomGroup(chance: Chance, type: EvaluatorType, content: TemplateContent): KnownRater[] {
  const isGroup = GUARDED_TYPES.some((guarded) => guarded === type);
  const size = isGroup ? chance.whole(0, 6) : chance.whole(0, 1);
  return Array.from({ length: size }, (_, n) => randomRater(chance, type, `${type}${n + 1}`, content, 0));
}

function randomRater(
  chance: Chance,
  type: EvaluatorType,
  id: string,
  content: TemplateContent,
  at: number,
): KnownRater {
  const omits = chance.pick([0, 0, 0.2, 0.5, 1]);
  const ratings = content.sections
    .flatMap(({ items }) => items)
    .filter((item) => item.type === ItemType.Rating)
    .map(() => (chance.isLucky(omits) ? null : randomRating(chance, content)));
  const text = (where: string): string | null =>
    chance.isLucky(0.4) ? `${where} by ${id} before publishing ${at + 1}` : null;
  return {
    id,
    type,
    ratings,
    comment: text('written'),
    notes: ratings.map((_rating, item) => text(`noted at ${item + 1}`)),
  };
}

/** The ends of the scale are more likely than by chance: there a mean tells most. */
function randomRating(chance: Chance, { scale: { min, max } }: TemplateContent): number {
  return chance.isLucky(0.3) ? chance.pick([min, max]) : chance.whole(min, max);
}

function changed(chance: Chance, raters: readonly KnownRater[], content: TemplateContent, at: number): KnownRater[] {
  let next = [...raters];
  for (const type of GUARDED_TYPES) {
    const ofType = next.filter((rater) => rater.type === type);
    const some = (): KnownRater[] => ofType.filter(() => chance.isLucky(0.5)).slice(0, chance.whole(1, 4));
    if (chance.isLucky(0.35)) {
      const again = new Map(some().map(({ id }) => [id, randomRater(chance, type, id, content, at)]));
      next = next.map((rater) => again.get(rater.id) ?? rater);
    }
    if (chance.isLucky(0.3)) {
      const left = new Set(some().map(({ id }) => id));
      next = next.filter(({ id }) => !left.has(id));
    }
    if (chance.isLucky(0.5))
      for (let n = chance.whole(1, 4); n > 0; n -= 1)
        next.push(randomRater(chance, type, `${type}${10 * at + n}`, content, at));
  }
  return next;
}
