/** Count, mean and variance of values that are added one by one, without storing them (Welford's algorithm). */
export class Moments {
  count = 0;
  mean = 0;
  /** Sum of the squared distances from the mean. */
  squares = 0;

  add(value: number): void {
    this.count += 1;
    const before = value - this.mean;
    this.mean += before / this.count;
    this.squares += before * (value - this.mean);
  }

  /** Sample variance (n - 1); null for fewer than two values. */
  get variance(): number | null {
    return this.count < 2 ? null : this.squares / (this.count - 1);
  }
}
