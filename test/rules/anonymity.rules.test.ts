import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { hiddenGroups, overallPrecision, toPrecision } from '../../shared/insight/anonymity.rules';

const { Self, Manager, Peer, DirectReport, Stakeholder } = EvaluatorType;
const FIVE = { min: 1, max: 5 };

/** Groups of evaluator type, answers, and share of the overall score. */
const groups = (...list: [EvaluatorType, number, number][]) =>
  list.map(([evaluatorType, submitted, rescaledWeight]) => ({ evaluatorType, submitted, rescaledWeight }));

describe('decisions 6, "Anonymity": hidden groups', () => {
  test.each<[string, ReturnType<typeof groups>, number | null, EvaluatorType[]]>([
    ['Self and Manager are exempt', groups([Self, 1, 0.5], [Manager, 1, 0.5]), 3, []],
    [
      'fewer than three',
      groups([Peer, 2, 0.2], [DirectReport, 1, 0.1], [Stakeholder, 3, 0.1]),
      3,
      [Peer, DirectReport],
    ],
    ['nobody has answered', groups([Peer, 0, 0]), 3, []],
    ['HR sees all', groups([Peer, 1, 1]), null, []],
  ])('%s', (_name, list, minimum, hidden) => {
    expect([...hiddenGroups(list, minimum)]).toEqual(hidden);
  });
});

describe('the overall score gives no hidden group away', () => {
  const visible: [EvaluatorType, number, number] = [Manager, 1, 0.9];
  test.each<[string, ReturnType<typeof groups>, number | null, typeof FIVE, number | null]>([
    ['nothing hidden', groups(visible, [Peer, 3, 0.2]), 3, FIVE, 0.01],
    ['HR', groups(visible, [Peer, 1, 0.2]), null, FIVE, 0.01],
    ['a hidden group without weight', groups(visible, [Peer, 1, 0]), 3, FIVE, 0.01],
    ['hidden groups of three together', groups(visible, [Peer, 2, 0.2], [DirectReport, 1, 0.05]), 3, FIVE, 0.01],
    ['hidden groups of two together', groups(visible, [Stakeholder, 1, 0.03], [DirectReport, 1, 0.04]), 3, FIVE, 0.1],
    ['a light group', groups(visible, [DirectReport, 2, 0.0526]), 3, FIVE, 0.1], // 0.1 / 0.0526 = 1.9 of 4 points in doubt
    ['a group of 0.075', groups(visible, [DirectReport, 2, 0.075]), 3, FIVE, 0.1], // 1.33: just a third of the scale
    ['a group of 0.08', groups(visible, [DirectReport, 2, 0.08]), 3, FIVE, 0.5], // 0.1 would leave 1.25
    ['a heavy group', groups(visible, [Peer, 2, 0.5]), 3, FIVE, 1],
    ['nearly all of the score', groups([Peer, 2, 0.8]), 3, FIVE, null],
    ['a hidden group alone', groups([Peer, 2, 1]), 3, FIVE, null],
    ['a scale of 0 to 100', groups(visible, [Peer, 2, 0.1]), 3, { min: 0, max: 100 }, 5], // 1 would leave 10 of 100
  ])('%s', (_name, list, minimum, scale, precision) => {
    expect(overallPrecision(list, minimum, scale)).toBe(precision);
  });

  test.each<[number | null, number | null, typeof FIVE, number | null]>([
    [4.1579, 0.01, FIVE, 4.1579],
    [4.1579, 0.1, FIVE, 4.2],
    [4.15, 0.1, FIVE, 4.2],
    [4.1499, 0.1, FIVE, 4.1],
    [4.24, 0.5, FIVE, 4],
    [4.25, 0.5, FIVE, 4.5],
    [4.5, 1, FIVE, 5],
    [4.5, null, FIVE, null],
    [null, 0.1, FIVE, null],
    [3.4, 0.5, { min: 1, max: 4 }, 3.5],
    [7.4, 1, { min: 0, max: 10 }, 7],
    [0.3, 1, { min: 0, max: 10 }, 0],
    [3.2, 5, { min: 3, max: 27 }, 5],
    [3.4, 10, { min: 3, max: 53 }, 3], // 0 is no score of this scale
    [53, 10, { min: 3, max: 53 }, 50],
  ])('%p to the step %p of %j is %p', (score, precision, scale, shown) => {
    expect(toPrecision(score, precision, scale)).toBe(shown);
  });
});
