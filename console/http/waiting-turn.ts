import { createStore } from '../app/store';

/** Until when calls wait because of a 429, in milliseconds since 1970; null while none does. */
export const waitingUntil = createStore<number | null>(null);

let waiting = 0;

/** Resolves after `seconds`, or rejects when the caller is no longer interested; the user sees the count. */
export async function waitForTurn(seconds: number, signal: AbortSignal): Promise<void> {
  waiting++;
  waitingUntil.set(Math.max(waitingUntil.get() ?? 0, Date.now() + seconds * 1_000));
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, seconds * 1_000);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      });
    });
  } finally {
    waiting--;
    if (waiting === 0) waitingUntil.set(null);
  }
}
