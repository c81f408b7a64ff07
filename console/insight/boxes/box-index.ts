/** A box: potential x 3 + performance, each from 0 (low) to 2 (high). */
export type BoxIndex = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** The boxes as they are shown: high potential on top, high performance at the end. */
export const ROWS: readonly (readonly BoxIndex[])[] = [
  [6, 7, 8],
  [3, 4, 5],
  [0, 1, 2],
];

/** Whether a number is one of the nine boxes. */
export function isBox(box: number | null): box is BoxIndex {
  return box !== null && Number.isInteger(box) && box >= 0 && box <= 8;
}

/** The level of performance of a box: 0 (low) to 2 (high). */
export const columnOf = (box: BoxIndex): number => box % 3;

/** The neighboring box in the direction of an arrow key; null at the edge and for other keys. */
export function neighborOf(box: BoxIndex, key: string): number | null {
  const performance = box % 3;
  if (key === 'ArrowUp') return box + 3 <= 8 ? box + 3 : null;
  if (key === 'ArrowDown') return box >= 3 ? box - 3 : null;
  if (key === 'ArrowRight') return performance < 2 ? box + 1 : null;
  if (key === 'ArrowLeft') return performance > 0 ? box - 1 : null;
  return null;
}
