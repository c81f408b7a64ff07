import { countBoxes } from '../../shared/insight/cycle-figures.rules';
import { type NineBoxPlacement, UnplacedReason } from '../../shared/insight/nine-box.rules';

const inBox = (box: number) => ({ box }) as NineBoxPlacement;

test('the boxes of a cycle are counted, and who is in none', () => {
  const places = [inBox(0), inBox(8), UnplacedReason.NoScore, inBox(8)];
  expect(countBoxes(places)).toEqual({ boxes: [1, 0, 0, 0, 0, 0, 0, 0, 2], unplaced: 1 });
});
