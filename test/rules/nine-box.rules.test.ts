import { DEFAULT_SCALE } from '../../shared/framework/template.rules';
import {
  BOX_LABELS,
  boxIndex,
  choosePotential,
  DEFAULT_THRESHOLDS,
  metShare,
  NineBoxLevel,
  nineBoxLevel,
  placeInNineBox,
  type PotentialCandidates,
  PotentialSource,
  UnplacedReason,
} from '../../shared/insight/nine-box.rules';

const { Low, Medium, High } = NineBoxLevel;

describe('levels from the unrounded score', () => {
  test.each([
    [1, Low],
    [2.4, Low],
    [2.499, Low], // shown as 2.50
    [2.4999999999, Medium], // 2.5 but for the last bits
    [2.5, Medium],
    [3.999, Medium], // shown as 4.00
    [3.9999999999, High],
    [4, High],
    [5, High],
  ])('%d is %s', (score, level) => {
    expect(nineBoxLevel(score, DEFAULT_THRESHOLDS)).toBe(level);
  });

  test("the tenant's own thresholds", () => {
    const thresholds = { lowBelow: 5, highFrom: 8 };
    expect([4.9, 5, 7.9, 8].map((score) => nineBoxLevel(score, thresholds))).toEqual([Low, Medium, Medium, High]);
  });
});

describe('box and label', () => {
  test.each([
    [Low, Low, 0, 'Riesgo'],
    [Medium, Low, 1, 'Efectivo'],
    [High, Low, 2, 'Profesional confiable'],
    [Low, Medium, 3, 'Dilema'],
    [Medium, Medium, 4, 'Empleado clave'],
    [High, Medium, 5, 'Alto desempeño'],
    [Low, High, 6, 'Talento en riesgo'],
    [Medium, High, 7, 'Alto potencial'],
    [High, High, 8, 'Estrella'],
  ])('performance %s, potential %s: %i %s', (performance, potential, box, label) => {
    expect([boxIndex(performance, potential), BOX_LABELS[box]]).toEqual([box, label]);
    const score = { [Low]: 1, [Medium]: 3, [High]: 5 };
    const placement = placeInNineBox(
      score[performance],
      { score: score[potential], source: PotentialSource.Hr },
      DEFAULT_THRESHOLDS,
      DEFAULT_SCALE,
    );
    expect(placement).toEqual({
      performanceScore: score[performance],
      potentialScore: score[potential],
      potentialSource: 'Hr',
      performanceLevel: performance,
      potentialLevel: potential,
      box,
      boxLabel: label,
    });
  });

  test.each([
    ['no score', null, { score: 3, source: PotentialSource.Manager }, UnplacedReason.NoScore],
    ['no potential', 3, null, UnplacedReason.NoPotential],
    ['neither', null, null, UnplacedReason.NoScore],
  ])('unplaced: %s', (_name, effective, potential, reason) => {
    expect(placeInNineBox(effective, potential, DEFAULT_THRESHOLDS, DEFAULT_SCALE)).toBe(reason);
  });

  test.each(Object.values(PotentialSource))(
    'an organization that leaves estimates out, a potential from %s',
    (source) => {
      const isLeftOut = source === PotentialSource.CareerReadiness || source === PotentialSource.ProfileReadiness;
      const settings = { ...DEFAULT_THRESHOLDS, estimates: false };
      const placed = placeInNineBox(3, { score: 3, source }, settings, DEFAULT_SCALE);
      expect(placed).toEqual(isLeftOut ? UnplacedReason.EstimateLeftOut : expect.objectContaining({ box: 4 }));
      expect(placeInNineBox(3, { score: 3, source }, DEFAULT_THRESHOLDS, DEFAULT_SCALE)).toMatchObject({ box: 4 });
    },
  );
});

describe('scores of every scale are carried to the levels 1 to 5', () => {
  const potential = { score: 3, source: PotentialSource.Hr };
  test.each([
    [0, 10, 3.7, Low], // 2.48
    [0, 10, 3.75, Medium], // 2.5
    [0, 10, 7.4, Medium], // 3.96
    [0, 10, 7.5, High], // 4
    [0, 10, 0, Low],
    [1, 4, 2.1, Low], // 2.47
    [1, 4, 2.2, Medium], // 2.6
    [1, 4, 3.25, High], // 4
    [0, 100, 37, Low], // 2.48
    [0, 100, 75, High],
    [1, 5, 3.999, Medium],
  ])('%d..%d: %d is %s, and shown on its own scale', (min, max, effective, performanceLevel) => {
    expect(placeInNineBox(effective, potential, DEFAULT_THRESHOLDS, { min, max })).toMatchObject({
      performanceScore: effective,
      performanceLevel,
      potentialScore: 3,
      potentialLevel: Medium,
    });
  });
});

describe('where potential comes from', () => {
  const [earlier, later] = [new Date('2026-11-01T00:00:00Z'), new Date('2026-11-02T00:00:00Z')];
  const nothing: PotentialCandidates = {
    calibration: null,
    hr: null,
    managerAnswers: null,
    careerReadiness: null,
    profileReadiness: null,
  };
  const answers = { managerAnswers: 2, careerReadiness: 0.5, profileReadiness: 0.25 };

  test.each<[string, Partial<PotentialCandidates>, { score: number; source: string } | null]>([
    ['calibration', { ...answers, calibration: { potential: 4, at: earlier } }, { score: 4, source: 'Calibration' }],
    ['HR', { ...answers, hr: { potential: 5, at: earlier } }, { score: 5, source: 'Hr' }],
    [
      'HR after calibration',
      { calibration: { potential: 4, at: earlier }, hr: { potential: 5, at: later } },
      { score: 5, source: 'Hr' },
    ],
    [
      'calibration after HR',
      { calibration: { potential: 4, at: later }, hr: { potential: 5, at: earlier } },
      { score: 4, source: 'Calibration' },
    ],
    [
      'both at once',
      { calibration: { potential: 4, at: earlier }, hr: { potential: 5, at: earlier } },
      { score: 4, source: 'Calibration' },
    ],
    ["the manager's answers", answers, { score: 2, source: 'Manager' }],
    ['readiness for the next step', { ...answers, managerAnswers: null }, { score: 3, source: 'CareerReadiness' }],
    ['not ready at all', { careerReadiness: 0 }, { score: 1, source: 'CareerReadiness' }],
    ['the current profile', { profileReadiness: 0.25 }, { score: 2, source: 'ProfileReadiness' }],
    ['all requirements met', { profileReadiness: 1 }, { score: 5, source: 'ProfileReadiness' }],
    ['nothing', {}, null],
  ])('%s', (_name, candidates, potential) => {
    expect(choosePotential({ ...nothing, ...candidates })).toEqual(potential);
  });

  test.each([
    ['half', { met: 2, rated: 4 }, 0.5],
    ['all', { met: 1, rated: 1 }, 1],
    ['none', { met: 0, rated: 1 }, 0],
    ['no data', { met: 0, rated: 0 }, null],
  ])('share of met requirements: %s', (_name, counts, share) => {
    expect(metShare(counts)).toBe(share);
  });
});
