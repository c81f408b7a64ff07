import { publishedViews } from '../attacker/published-views';
import { randomSubject } from '../attacker/random-subject';
import { toldByComparison } from '../attacker/shown-comparison';
import { toldByInterval } from '../attacker/shown-interval';
import { differences, unmasked } from '../attacker/unmask';

/** How many random subjects are attacked; `UNMASK_SEEDS=5000` tries more. */
const SEEDS = Number(process.env.UNMASK_SEEDS ?? 300);
const SEEDS_OF_A_TEST = 50;

// No one learns what a guarded evaluator said from anything that was ever shown.
const starts = Array.from({ length: Math.ceil(SEEDS / SEEDS_OF_A_TEST) }, (_, at) => at * SEEDS_OF_A_TEST);

test.each(starts)('no one is unmasked in the random organizations from %i on', (start) => {
  const found: string[] = [];
  for (let seed = start; seed < Math.min(SEEDS, start + SEEDS_OF_A_TEST); seed += 1) {
    const subject = randomSubject(seed);
    const views = publishedViews(subject);
    const hints = views.flatMap((view) => [...toldByInterval(subject, view), ...toldByComparison(subject, view)]);
    const names = [...unmasked(subject, views), ...differences(subject, views), ...hints];
    found.push(...names.map((name) => `seed ${seed}: ${name}`));
  }
  expect(found).toEqual([]);
});

test('an interval that follows the answers is noticed', () => {
  const subject = randomSubject(1);
  const [view] = publishedViews(subject);
  const { interval } = view!.body;
  expect(toldByInterval(subject, view!)).toEqual([]);
  const moved = { ...view!.body, interval: interval && { low: interval.low + 0.02, high: interval.high } };
  expect(toldByInterval(subject, { ...view!, body: moved })).toHaveLength(1);
});

test('a comparison with answers that are hidden is noticed', () => {
  const subject = randomSubject(1);
  const [view] = publishedViews(subject);
  const [competency, ...rest] = view!.comparison.competencies;
  expect(toldByComparison(subject, view!)).toEqual([]);
  const others = (competency?.others ?? 3) + 0.02;
  const moved = { ...view!.comparison, competencies: [{ ...competency!, others }, ...rest] };
  expect(toldByComparison(subject, { ...view!, comparison: moved })).toHaveLength(1);
});
