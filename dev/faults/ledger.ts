import { ApiError } from '../client';

/** What the client knows of an effect that it asked for: acknowledged, refused, or no answer that says which. */
type Outcome = 'ok' | 'refused' | 'unknown';

/** What a run of faults may not have: each counts effects, by name in the lists. */
export interface Verdict {
  /** Acknowledged and not there. */
  lost: string[];
  /** There more than once. */
  doubled: string[];
  /** Present without having been requested. */
  ghost: string[];
  /** There in another organization. */
  leak: string[];
  acknowledged: number;
  /** Commands without an answer that says what became of them: their effects may be there once. */
  unknown: number;
}

/**
 * What was asked for and acknowledged, against what is there in the end (the checker of a total queue, as Jepsen has it). An effect is a
 * text that names its organization first: `a department D-17`.
 */
export class Ledger {
  private readonly entries = new Map<string, Outcome>();

  /** Sends a command whose effects are `keys`, and notes the answer. Resolves with what it returned; undefined when it failed. */
  async send<T>(keys: readonly string[], command: () => Promise<T>): Promise<T | undefined> {
    for (const key of keys) if (!this.entries.has(key)) this.entries.set(key, 'unknown');
    try {
      const result = await command();
      this.acknowledge(keys);
      return result;
    } catch (error) {
      // Only an answer of the 4xx kind says that nothing was done; after an attempt without an answer it says nothing.
      if (error instanceof ApiError && error.status < 500 && error.status !== 409)
        for (const key of keys) if (this.entries.get(key) === 'unknown') this.entries.set(key, 'refused');
      return undefined;
    }
  }

  /** Notes effects that were acknowledged. */
  acknowledge(keys: readonly string[]): void {
    for (const key of keys) this.entries.set(key, 'ok');
  }

  /** Notes effects that may be there or not. */
  allow(keys: readonly string[]): void {
    for (const key of keys) if (!this.entries.has(key)) this.entries.set(key, 'unknown');
  }

  /** The effects that were asked for until now, or those alone that came to `outcome`. */
  keys(outcome?: Outcome): string[] {
    return [...this.entries].flatMap(([key, each]) => (outcome === undefined || each === outcome ? key : []));
  }

  /** Compares with the effects that were found, each as often as it was. */
  verdict(found: readonly string[]): Verdict {
    const counts = new Map<string, number>();
    for (const key of found) counts.set(key, (counts.get(key) ?? 0) + 1);
    const extra = [...counts.keys()].filter((key) => !this.entries.has(key) || this.entries.get(key) === 'refused');
    const isLeak = (key: string): boolean => this.entries.has(otherOrganization(key));
    const outcomes = [...this.entries];
    return {
      lost: outcomes.filter(([key, outcome]) => outcome === 'ok' && !counts.has(key)).map(([key]) => key),
      doubled: [...counts].filter(([, count]) => count > 1).map(([key]) => key),
      ghost: extra.filter((key) => !isLeak(key)),
      leak: extra.filter(isLeak),
      acknowledged: outcomes.filter(([, outcome]) => outcome === 'ok').length,
      unknown: outcomes.filter(([, outcome]) => outcome === 'unknown').length,
    };
  }
}

function otherOrganization(key: string): string {
  return key.startsWith('a ') ? `b ${key.slice(2)}` : `a ${key.slice(2)}`;
}
