/**
 * The disagreement of raters who throw dice: the mean absolute distance of one throw from the mean of the others, in
 * steps of the scale; exact, from the probability of every sum of the other throws.
 */
export class Dice {
  /** By number of throws minus one: the probabilities of their sums, from 0. */
  private readonly sums: number[][];
  private readonly distances = new Map<number, number>();

  constructor(private readonly faces: number) {
    this.sums = [Array.from({ length: faces }, () => 1 / faces)];
  }

  /** Returns the expected distance of a throw from the mean of this many other throws, at least one. */
  distance(others: number): number {
    const counted = this.distances.get(others);
    if (counted !== undefined) return counted;
    let expected = 0;
    this.probabilities(others).forEach((probability, sum) => {
      for (let face = 0; face < this.faces; face += 1)
        expected += (probability / this.faces) * Math.abs(face - sum / others);
    });
    this.distances.set(others, expected);
    return expected;
  }

  private probabilities(throws: number): readonly number[] {
    while (this.sums.length < throws) this.sums.push(this.withOneMore(this.sums.at(-1) ?? []));
    return this.sums[throws - 1] ?? [];
  }

  private withOneMore(sums: readonly number[]): number[] {
    const next = Array.from({ length: sums.length + this.faces - 1 }, () => 0);
    sums.forEach((probability, sum) => {
      for (let face = 0; face < this.faces; face += 1)
        next[sum + face] = (next[sum + face] ?? 0) + probability / this.faces;
    });
    return next;
  }
}
