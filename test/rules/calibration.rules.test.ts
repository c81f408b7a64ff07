import { calibrationPreview, type PreviewedSubject } from '../../api/insight/calibration/calibration-preview.rules';
import {
  validateCalibration,
  claimsOf,
  coversDepartment,
  validatePotential,
  sessionsOverlap,
} from '../../api/insight/calibration/calibration.rules';
import { scoreDistribution } from '../../shared/evaluation/score-distribution.rules';
import { DEFAULT_THRESHOLDS, type PotentialCandidates } from '../../shared/insight/nine-box.rules';

const FIVE = { min: 1, max: 5 };

describe('who is covered, and which sessions exclude each other', () => {
  test.each<[string[], string[], boolean]>([
    [[], [], true],
    [[], ['a'], true],
    [['a'], [], true],
    [['a', 'b'], ['b'], true],
    [['a'], ['b'], false],
  ])('%j and %j overlap: %s', (first, other, overlap) => {
    expect(sessionsOverlap(first, other)).toBe(overlap);
  });

  test.each<[string[], string | null, boolean]>([
    [[], null, true],
    [[], 'a', true],
    [['a'], 'a', true],
    [['a'], 'b', false],
    [['a'], null, false],
  ])('%j covers %s: %s', (departments, department, covered) => {
    expect(coversDepartment(departments, department)).toBe(covered);
  });

  test('a session claims its departments, or everything', () => {
    expect([claimsOf([]), claimsOf(['a', 'b'])]).toEqual([['*'], ['a', 'b']]);
  });
});

describe('what an entry may say', () => {
  test.each<[number, number | null | undefined, typeof FIVE, string[]]>([
    [1, undefined, FIVE, []],
    [5, null, FIVE, []],
    [4.35, 1, FIVE, []],
    [0.29, 5, { min: 0, max: 10 }, []], // 0.29 x 100 is 28.999999999999996
    [0.99, undefined, FIVE, ['calibrated']],
    [5.01, undefined, FIVE, ['calibrated']],
    [3.999, undefined, FIVE, ['calibrated']],
    [Number.NaN, undefined, FIVE, ['calibrated']],
    [4, 0.5, FIVE, ['potential']],
    [4, 5.5, { min: 0, max: 100 }, ['potential']], // potential has a scale of its own
    [6, 2.125, FIVE, ['calibrated', 'potential']],
  ])('calibrated %d, potential %p on %j: %j', (calibrated, potential, scale, fields) => {
    expect(validateCalibration({ calibrated, potential }, scale).map(({ field }) => field)).toEqual(fields);
  });

  test('a withdrawn potential is good', () => {
    expect(validatePotential(null)).toEqual([]);
  });
});

describe('distribution of scores', () => {
  const counts = (scores: (number | null)[], scale: typeof FIVE) =>
    scoreDistribution(scores, scale).bins.map(({ name, count }) => [name, count]);

  test('bins of one point; a score is counted where it is shown', () => {
    expect(counts([1, 1.994, 1.996, 2, 3.99, 4.995, 5], FIVE)).toEqual([
      ['1.00-1.99', 2],
      ['2.00-2.99', 2],
      ['3.00-3.99', 1],
      ['4.00-5.00', 2],
    ]);
  });

  test.each([
    [{ min: 0, max: 1 }, ['0.00-1.00']],
    [{ min: 0, max: 2 }, ['0.00-0.99', '1.00-2.00']],
  ])('the bins of %j', (scale, names) => {
    expect(scoreDistribution([], scale).bins.map(({ name }) => name)).toEqual(names);
  });

  test('a wide scale has ten bins; no one is lost, and who has no score is counted apart', () => {
    const { bins, withoutScore } = scoreDistribution([0, 9.99, 10, 99.5, 100, null], { min: 0, max: 100 });
    expect(bins.map(({ count }) => count)).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
    expect([bins.at(-1)?.name, withoutScore]).toEqual(['90.00-100.00', 1]);
  });
});

describe('preview of a session', () => {
  const at = new Date('2026-11-02T00:00:00Z');
  const nothing: PotentialCandidates = {
    calibration: null,
    hr: null,
    managerAnswers: null,
    careerReadiness: null,
    profileReadiness: null,
  };
  const subject = (
    id: string,
    effective: number | null,
    potentials: Partial<PotentialCandidates>,
    entry: PreviewedSubject['entry'] = null,
  ): PreviewedSubject => ({ id, name: id, effective, potentials: { ...nothing, ...potentials }, entry });

  const subjects = [
    subject('stays', 3, { managerAnswers: 3 }),
    subject('rises', 3, { managerAnswers: 3 }, { calibrated: 4, potential: null }),
    subject('rises too', 3.4, { managerAnswers: 3 }, { calibrated: 4.5, potential: null }),
    subject('newer than HR', 3, { hr: { potential: 1, at: new Date('2026-11-01') } }, { calibrated: 3, potential: 4 }),
    subject('gains a score', null, { managerAnswers: 1 }, { calibrated: 2, potential: null }),
    subject('as it is shown', 10 / 3, {}, { calibrated: 3.33, potential: null }),
  ];

  test('scores, boxes and moves before and after, by hand', () => {
    const preview = calibrationPreview(subjects, FIVE, DEFAULT_THRESHOLDS, at);
    expect([preview.entries, preview.changed]).toEqual([5, 3]);
    expect(preview.before.bins.map(({ count }) => count)).toEqual([0, 0, 5, 0]);
    expect(preview.after.bins.map(({ count }) => count)).toEqual([0, 1, 3, 2]);
    expect([preview.before.withoutScore, preview.after.withoutScore]).toEqual([1, 0]);
    expect(preview.boxesBefore).toEqual([0, 1, 0, 0, 3, 0, 0, 0, 0]);
    expect(preview.boxesAfter).toEqual([1, 0, 0, 0, 1, 2, 0, 1, 0]);
    expect(preview.moves.map(({ from, to, subjects: moved }) => [from, to, ...moved.map(({ id }) => id)])).toEqual([
      [1, 7, 'newer than HR'],
      [4, 5, 'rises', 'rises too'],
      [null, 0, 'gains a score'],
    ]);
  });

  test('before the gaps were calculated no one has a box', () => {
    const preview = calibrationPreview(subjects, FIVE, null, at);
    expect([preview.moves, preview.boxesAfter.some((count) => count > 0), preview.changed]).toEqual([[], false, 3]);
  });
});
