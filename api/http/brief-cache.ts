import { LRUCache } from 'lru-cache';

/** Below the promised 1 s for revoked sessions, lost roles and suspended tenants, in every process. */
const FRESH_MS = 900;
const MAX_ENTRIES = 10_000;

/** Caches results of queries for 0.9 s from the start of the query; concurrent callers share one query. */
export class BriefCache<T> {
  private readonly entries: LRUCache<string, Promise<T>>;

  constructor(maxEntries = MAX_ENTRIES) {
    this.entries = new LRUCache({ max: maxEntries, ttl: FRESH_MS });
  }

  /** Returns the cached result, or that of `read`. */
  get(key: string, read: () => Promise<T>): Promise<T> {
    const cached = this.entries.get(key);
    if (cached) return cached;
    const answer = read();
    answer.catch(() => this.entries.delete(key));
    this.entries.set(key, answer);
    return answer;
  }

  /** Clears the cache, so that a change by this process applies at once. */
  clear(): void {
    this.entries.clear();
  }
}
