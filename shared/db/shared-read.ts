interface Reading<T> {
  running: Promise<T>;
  /** The read that begins after this one, for those who have asked while it was under way. */
  next: Promise<T> | null;
}

/**
 * Reads that many ask for at the same moment. Each answer comes from a read that began after it was asked for, so that it
 * shows every write that was acknowledged before; those who ask while a read is under way share the next one.
 */
export class SharedRead<T> {
  private readonly readings = new Map<string, Reading<T>>();

  /** What `read` gives, begun from now on. */
  get(key: string, read: () => Promise<T>): Promise<T> {
    const reading = this.readings.get(key);
    if (!reading) return this.begin(key, read);
    const begin = (): Promise<T> => this.begin(key, read);
    return (reading.next ??= reading.running.then(begin, begin));
  }

  private begin(key: string, read: () => Promise<T>): Promise<T> {
    const reading: Reading<T> = { running: read(), next: null };
    this.readings.set(key, reading);
    const end = (): void => {
      if (reading.next === null) this.readings.delete(key);
    };
    reading.running.then(end, end);
    return reading.running;
  }
}
