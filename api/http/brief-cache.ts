/** A revoked session, a demoted user and a suspended tenant are refused within 1 s, in every process (decisions 4). */
const FRESH_MS = 900;
const MOST_ENTRIES = 10_000;

/** Remembers answers of the database for 0.9 s, or as told, from when they were asked for; parallel questions are asked once. */
export class BriefCache<T> {
  readonly #entries = new Map<string, { until: number; answer: Promise<T> }>();

  constructor(readonly freshMs = FRESH_MS) {}

  /** The remembered answer, or what `read` gives. */
  get(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key);
    const time = performance.now();
    if (known && known.until > time) return known.answer;
    if (this.#entries.size >= MOST_ENTRIES) this.#entries.clear();
    const answer = read();
    answer.catch(() => this.#entries.delete(key));
    this.#entries.set(key, { until: time + this.freshMs, answer });
    return answer;
  }

  /** Forgets everything, so that what this process has just changed holds at once. */
  clear(): void {
    this.#entries.clear();
  }
}
