import { suggestMove } from '../../../console/insight/boxes/move-suggestion';
import { BOX_LABELS, boxIndex, nineBoxLevel } from '../../../shared/insight/nine-box.rules';

const unchanged = { potential: '', calibrated: '', reason: '' };
const boxes = BOX_LABELS.map((_label, box) => box);

describe.each([
  { lowBelow: 2.5, highFrom: 4 },
  { lowBelow: 2, highFrom: 4 },
  { lowBelow: 3.5, highFrom: 3.6 },
  { lowBelow: 1.2, highFrom: 4.9 },
])('with the thresholds %j', (thresholds) => {
  test.each([
    { min: 1, max: 5 },
    { min: 0, max: 10 },
  ])('what a drop fills in leads to the box where the person was dropped, on the scale %j', (scale) => {
    const reached = boxes.map((target) => {
      // From the opposite corner, so that both change.
      const values = suggestMove({ box: 8 - target, target, scale, thresholds, unchanged });
      const level = (typed: string): number => 1 + ((Number(typed) - scale.min) / (scale.max - scale.min)) * 4;
      const performance = values.calibrated === '' ? null : nineBoxLevel(level(values.calibrated), thresholds);
      const potential = values.potential === '' ? null : nineBoxLevel(Number(values.potential), thresholds);
      return performance === null || potential === null ? null : boxIndex(performance, potential);
    });
    // Boxes in the middle row or column keep what need not change.
    expect(reached.map((box, target) => box ?? target)).toEqual(boxes);
  });
});
