import { answersOf } from '../../app/stored-answers';
import type { AnswerValue } from './answer';

/** An answer that the service does not have yet. */
export interface UnsentAnswer {
  mine: AnswerValue;
  /** What the service had when it was typed: another value there now is a conflict. */
  base: AnswerValue;
}

/**
 * Unsent answers of one account to one evaluation, stored in the browser through a lost connection or a closed tab. Each item
 * has an entry of its own, so that two tabs do not overwrite each other's.
 */
export class UnsentAnswers {
  private readonly prefix: string;

  public constructor(accountId: string, evaluationId: string) {
    this.prefix = `${answersOf(accountId)}${evaluationId}:`;
  }

  public all(): Map<string, UnsentAnswer> {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(this.prefix));
    return new Map(
      keys.flatMap((key) => {
        const text = localStorage.getItem(key);
        return text === null ? [] : [[key.slice(this.prefix.length), JSON.parse(text) as UnsentAnswer] as const];
      }),
    );
  }

  public store(itemId: string, unsent: UnsentAnswer): void {
    try {
      localStorage.setItem(this.prefix + itemId, JSON.stringify(unsent));
    } catch {
      // A full or forbidden storage loses the copy, not the answer: the form holds it and sends it.
    }
  }

  public drop(itemId: string): void {
    localStorage.removeItem(this.prefix + itemId);
  }
}
