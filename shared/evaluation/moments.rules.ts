/** Number, mean and spread of values that are added one by one (Welford), so that no value is kept. */
export class Moments {
  count = 0;
  mean = 0;
  /** Sum of the squared distances from the mean. */
  squares = 0;

  /** Adds one value. */
  add(value: number): void {
    this.count += 1;
    const before = value - this.mean;
    this.mean += before / this.count;
    this.squares += before * (value - this.mean);
  }

  /** Variance of a sample, divided by the number less one; null under two values. */
  get variance(): number | null {
    return this.count < 2 ? null : this.squares / (this.count - 1);
  }
}
