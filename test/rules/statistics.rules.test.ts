import { Moments } from '../../shared/evaluation/moments.rules';
import { reliabilityOfMean, singleRaterReliability } from '../../shared/evaluation/reliability.rules';
import { type Interval, roundedInterval, scoreInterval } from '../../shared/evaluation/score-interval.rules';
import { DEFAULT_WEIGHTS, EvaluatorType } from '../../shared/framework/evaluator-type';
import { DEFAULT_SCALE } from '../../shared/framework/template.rules';
import { DEFAULT_THRESHOLDS } from '../../shared/insight/nine-box.rules';
import { type CycleStatistics, CycleStatisticsTally } from '../../shared/insight/statistics/cycle-statistics.rules';
import { isNearBorder, measuredInterval } from '../../shared/insight/statistics/measured-interval.rules';
import { Chance } from '../attacker/random-subject';

// docs/statistics.md has the formulas.

const { Self, Manager, Peer } = EvaluatorType;
const TYPES = Object.values(EvaluatorType);

const reliabilityOf = (subjects: readonly (readonly number[])[]): number | null =>
  singleRaterReliability(
    subjects.map((scores) => {
      const moments = new Moments();
      for (const score of scores) moments.add(score);
      return moments;
    }),
  );

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
const repeated = <T>(values: readonly T[], times: number): T[] => Array.from({ length: times }, () => values).flat();

/** The table of analysis of variance, from the sums of squares about zero. */
function oracle(subjects: readonly (readonly number[])[]): number {
  const groups = subjects.filter(({ length }) => length > 1);
  const all = groups.flat();
  const correction = sum(all) ** 2 / all.length;
  const total = sum(all.map((score) => score ** 2)) - correction;
  const between = sum(groups.map((scores) => sum(scores) ** 2 / scores.length)) - correction;
  const [msBetween, msWithin] = [between / (groups.length - 1), (total - between) / (all.length - groups.length)];
  const size = (all.length - sum(groups.map(({ length }) => length ** 2)) / all.length) / (groups.length - 1);
  return Math.max(0, (msBetween - msWithin) / (msBetween + (size - 1) * msWithin));
}

describe('reliability of one rater: ICC(1)', () => {
  // The table of Shrout & Fleiss (1979): six targets, four judges; between 56.2, within 112.75. Five times over, so that there
  // are 30: (5 * 56.2 / 29 - 6.26) / (5 * 56.2 / 29 + 3 * 6.26).
  const SHROUT_FLEISS = [
    [9, 2, 5, 8],
    [6, 1, 3, 2],
    [8, 4, 6, 8],
    [7, 1, 2, 6],
    [10, 5, 6, 9],
    [6, 2, 4, 7],
  ];

  test.each<[string, number[][], number | null]>([
    ['the table of Shrout & Fleiss, five times', repeated(SHROUT_FLEISS, 5), 0.12],
    ['one subject too few', repeated([[1, 2]], 29), null],
    ['subjects with one rater do not count', [...repeated([[1, 2]], 29), [3], [4]], null],
    [
      'raters who always agree',
      repeated(
        [
          [1, 1],
          [5, 5],
          [3, 3, 3],
        ],
        10,
      ),
      1,
    ],
    ['raters who never agree: not below 0', repeated([[1, 5]], 30), 0],
    ['everyone gives everyone the same', repeated([[3, 3]], 30), 0],
  ])('%s', (_name, subjects, expected) => {
    const reliability = reliabilityOf(subjects);
    expect(reliability === null ? null : Math.round(reliability * 100) / 100).toBe(expected);
  });

  test.each(Array.from({ length: 20 }, (_, seed) => seed))(
    'an unbalanced random cycle against the table %i',
    (seed) => {
      const chance = new Chance(seed);
      const subjects = Array.from({ length: 60 }, () => {
        const level = chance.next() * 3;
        return Array.from({ length: chance.whole(0, 6) }, () => 1 + level + chance.next());
      });
      expect(reliabilityOf(subjects)).toBeCloseTo(oracle(subjects), 9);
    },
  );

  test.each([
    [0.37, 1, 0.37],
    [0.37, 4, 0.7], // 1.48 / 2.11
    [0.5, 2, 0.67],
    [0.3, 8, 0.77],
    [0, 8, 0],
    [1, 3, 1],
  ])('Spearman-Brown: one rater %d, the mean of %i %d', (single, raters, expected) => {
    expect(reliabilityOfMean(single, raters)).toBeCloseTo(expected, 2);
  });
});

describe('interval of a score', () => {
  const peer = { weight: 1, raters: 4, variance: 0.64, reliability: 0.36 };
  test.each<[string, Parameters<typeof scoreInterval>, Interval | null]>([
    ['one type', [3, [peer], DEFAULT_SCALE], { low: 2.47, high: 3.53 }], // 1.645 * sqrt(0.64 * 0.64 / 4) = 0.53
    [
      'two types, the squares of their weights',
      [
        3,
        [
          { ...peer, weight: 0.6 },
          { weight: 0.4, raters: 1, variance: 0.5, reliability: 0.5 },
        ],
        DEFAULT_SCALE,
      ],
      { low: 2.54, high: 3.46 }, // 1.645 * sqrt(0.36 * 0.1024 + 0.16 * 0.25) = 0.456
    ],
    ['within the scale', [4.8, [peer], DEFAULT_SCALE], { low: 4.27, high: 5 }],
    [
      'a type of weight 0 adds nothing',
      [3, [peer, { ...peer, weight: 0, variance: null }], DEFAULT_SCALE],
      { low: 2.47, high: 3.53 },
    ],
    ['too few scores of a type that counts', [3, [peer, { ...peer, variance: null }], DEFAULT_SCALE], null],
    ['no score', [null, [peer], DEFAULT_SCALE], null],
  ])('%s', (_name, input, expected) => {
    expect(roundedInterval(scoreInterval(...input))).toEqual(expected);
  });

  const statistics = (variance: number | null, singleRater: number | null): CycleStatistics => ({
    types: Object.fromEntries(
      TYPES.map((type) => [type, { subjects: 0, raters: 0, variance, singleRater }]),
    ) as CycleStatistics['types'],
    usualOfManagers: null,
  });
  const types = { [Self]: { submitted: 1, mean: 4 }, [Peer]: { submitted: 3, acknowledged: 1, unscored: 2, mean: 3 } };

  test.each<[string, CycleStatistics, Interval | null]>([
    // Both weigh a half: 1.645 * sqrt(0.25 * 0.4 * 1 / 1 + 0.25 * 0.4 * 1 / 2) = 0.637
    ['measured', statistics(1, 0.6), { low: 2.86, high: 4.14 }],
    // Assumed .30 and .37: 1.645 * sqrt(0.25 * 0.7 + 0.25 * 0.63 / 2) = 0.829
    ['assumed', statistics(1, null), { low: 2.67, high: 4.33 }],
    ['one score in the cycle', statistics(null, null), null],
  ])('of a subject, for HR: %s', (_name, of, expected) => {
    const cycle = { weights: DEFAULT_WEIGHTS, scale: DEFAULT_SCALE, statistics: of };
    expect(roundedInterval(measuredInterval({ types }, cycle))).toEqual(expected);
    expect(measuredInterval(undefined, cycle)).toBeNull();
  });

  test.each<[Interval | null, { min: number; max: number }, boolean]>([
    [{ low: 2.6, high: 3.9 }, DEFAULT_SCALE, false],
    [{ low: 2.4, high: 2.6 }, DEFAULT_SCALE, true],
    [{ low: 3.9, high: 4 }, DEFAULT_SCALE, true],
    [{ low: 4, high: 5 }, DEFAULT_SCALE, false],
    [{ low: 1, high: 5 }, DEFAULT_SCALE, true],
    [{ low: 7, high: 8 }, { min: 0, max: 10 }, true], // levels 3.8 and 4.2
    [{ low: 4, high: 7 }, { min: 0, max: 10 }, false],
    [null, DEFAULT_SCALE, false],
  ])('%j on %j is near a border: %s', (interval, scale, expected) => {
    expect(isNearBorder(interval, scale, DEFAULT_THRESHOLDS)).toBe(expected);
  });
});

describe('intervals hold the truth in 90 ± 3 % of 1,000 cycles', () => {
  // Scores are a truth of the subject and type plus an error of the rater, both normal with these shares of the variance.
  const ASSUMED = { [Self]: 0.3, [Manager]: 0.5 };
  const SPREAD = 0.6;

  test.each([
    ['40 subjects, four peers', 40, [4, 4], 0.37],
    ['40 subjects, two to six peers, little agreement', 40, [2, 6], 0.15],
    ['40 subjects, two to six peers, much agreement', 40, [2, 6], 0.7],
    ['12 subjects: the assumed reliability holds', 12, [3, 5], 0.37],
  ])('%s', (_name, subjects, [fewest = 0, most = 0], reliability) => {
    const chance = new Chance(subjects + most);
    const normal = (): number =>
      SPREAD * Math.sqrt(-2 * Math.log(1 - chance.next())) * Math.cos(2 * Math.PI * chance.next());
    const shares = { ...ASSUMED, [Peer]: reliability };
    const weights = { ...DEFAULT_WEIGHTS };
    const total = weights.Self + weights.Manager + weights.Peer;
    let held = 0;
    for (let cycle = 0; cycle < 1_000; cycle += 1) {
      const tally = new CycleStatisticsTally();
      const scored = Array.from({ length: subjects }, (_subject, at) => {
        let truth = 0;
        const types: Parameters<typeof measuredInterval>[0] = { types: {} };
        for (const evaluatorType of [Self, Manager, Peer] as const) {
          const share = shares[evaluatorType];
          const level = 3 + Math.sqrt(share) * normal();
          truth += (weights[evaluatorType] / total) * level;
          const raters = evaluatorType === Peer ? chance.whole(fewest, most) : 1;
          const scores = Array.from({ length: raters }, () => level + Math.sqrt(1 - share) * normal());
          for (const score of scores) tally.add({ subjectId: `s${at}`, evaluatorId: 'r', evaluatorType, score });
          types.types[evaluatorType] = { submitted: raters, mean: mean(scores) };
        }
        return { truth, types };
      });
      const measured = { weights, scale: { min: -10, max: 20 }, statistics: tally.report() };
      const { truth, types } = scored[cycle % subjects]!;
      const interval = measuredInterval(types, measured);
      if (interval && interval.low <= truth && truth <= interval.high) held += 1;
    }
    expect(held).toBeGreaterThanOrEqual(870);
    expect(held).toBeLessThanOrEqual(930);
  });
});
