import { differences, shownOfFew } from '../attacker/differences';
import { hiddenTwin } from '../attacker/hidden-twin';
import { publishedViews } from '../attacker/published-views';
import { Chance, randomSubject } from '../attacker/random-subject';

/** How many random subjects are tried; `UNMASK_SEEDS=5000` tries more. */
const SEEDS = Number(process.env.UNMASK_SEEDS ?? 300);
const SEEDS_OF_A_TEST = 50;

const starts = Array.from({ length: Math.ceil(SEEDS / SEEDS_OF_A_TEST) }, (_, at) => at * SEEDS_OF_A_TEST);
const seedsFrom = (start: number): number[] =>
  Array.from({ length: Math.min(SEEDS - start, SEEDS_OF_A_TEST) }, (_, at) => start + at);

// What is shown is a function of what may be seen (docs/anonymity.md).
test.each(starts)('other hidden answers change no byte in the random organizations from %i on', (start) => {
  for (const seed of seedsFrom(start)) {
    const subject = randomSubject(seed);
    const views = publishedViews(subject);
    const twin = publishedViews(hiddenTwin(subject, views, new Chance(seed)));
    expect({ seed, views: twin }).toEqual({ seed, views });
  }
});

test.each(starts)(
  'no figure and no difference of publishings is made by a few in the random organizations from %i on',
  (start) => {
    const found = seedsFrom(start).flatMap((seed) => {
      const subject = randomSubject(seed);
      const views = publishedViews(subject);
      return [...shownOfFew(subject, views), ...differences(subject, views)].map(
        (difference) => `seed ${seed}: ${difference}`,
      );
    });
    expect(found).toEqual([]);
  },
);

test('most of the twins differ in something, and many views show a group', () => {
  const seeds = Array.from({ length: 50 }, (_, seed) => seed);
  const subjects = seeds.map((seed) => ({ subject: randomSubject(seed), chance: new Chance(seed) }));
  const isOther = ({ subject, chance }: (typeof subjects)[number]): boolean =>
    JSON.stringify(hiddenTwin(subject, publishedViews(subject), chance)) !== JSON.stringify(subject);
  expect(subjects.filter(isOther).length).toBeGreaterThan(40);
  const shown = subjects
    .flatMap(({ subject }) => publishedViews(subject))
    .filter(({ body }) => body.typeScores.some(({ asOf }) => asOf));
  expect(shown.length).toBeGreaterThan(40);
});
