import { setTimeout as delay } from 'node:timers/promises';

/** Asks again and again until it is true; the time limit of the test ends a wait for what never comes. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await delay(20);
}
