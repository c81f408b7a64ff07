import { countBoxes, moveInBoxes } from '../../shared/insight/cycle-figures.rules';
import { type NineBoxPlacement, UnplacedReason } from '../../shared/insight/nine-box.rules';

const inBox = (box: number) => ({ box }) as NineBoxPlacement;
const { NoScore } = UnplacedReason;

describe('the boxes of a cycle, counted (decisions 7)', () => {
  test.each([
    ['to another box', [inBox(0), inBox(0), NoScore], [inBox(0)], [inBox(8)], [inBox(0), inBox(8), NoScore]],
    ['into the same box', [inBox(4)], [inBox(4)], [inBox(4)], [inBox(4)]],
    ['out of the boxes', [inBox(4)], [inBox(4)], [NoScore], [NoScore]],
    ['into a box', [NoScore], [NoScore], [inBox(4)], [inBox(4)]],
    ['away, when the subject does not count any more', [inBox(4), NoScore], [inBox(4)], [], [NoScore]],
    ['in, when the subject counts again', [NoScore], [], [inBox(4)], [NoScore, inBox(4)]],
    ['with another one', [inBox(4), NoScore], [inBox(4), NoScore], [inBox(8), inBox(8)], [inBox(8), inBox(8)]],
  ])('a subject who goes %s', (_name, before, from, to, after) => {
    const counts = countBoxes(before);
    expect(moveInBoxes(counts, from, to)).toEqual(countBoxes(after));
    expect(counts).toEqual(countBoxes(before));
  });
});
