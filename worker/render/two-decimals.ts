/** A score with two decimals, rounded half up as everywhere on output (decisions "Score"); 4.335 is 4.34 in spite of binary fractions. */
export function twoDecimals(score: number): string {
  return (Math.round(Number((score * 100).toPrecision(12))) / 100).toFixed(2);
}
