import type { Page, Request } from 'playwright-core';

/** An element of a page: what it is, and where it stands in the page: left, top, width, height. */
export type Box = readonly [name: string, left: number, top: number, width: number, height: number];

const TOLERANCE_PX = 2;
const POLL_MS = 50;
const QUIET_MS = 120;
const MAX_WAIT_MS = 60_000;

const BOXES = `(() => {
  const elements = [...document.querySelectorAll('#root *')];
  scrollTo(0, 0);
  // The navigation scrolls by itself to the entry that was pressed.
  for (const element of elements) if (element.scrollTop > 0) element.scrollTop = 0;
  return elements.map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const text = element.childElementCount === 0 ? element.textContent.slice(0, 40) : '';
    // When a session was last used is said to five minutes, and a walk takes longer on a slow machine.
    return [element.localName + ' ' + text.replace(/[0-9]+:[0-9]+ [AP]M/, 'time'), x, y, width, height];
  });
})()`;

/** The elements of the page with their boxes. */
function boxesOf(page: Page): Promise<Box[]> {
  return page.evaluate<Box[]>(BOXES);
}

/** Loads an address afresh; returns the boxes once nothing is on its way and nothing moves any more. */
export async function boxesAfterLoad(page: Page, address: string): Promise<Box[]> {
  // By themselves, not as a count: what the page before has asked for ends here too.
  const underWay = new Set<Request>();
  const begin = (request: Request): void => void (isRead(request) && underWay.add(request));
  const end = (request: Request): void => void underWay.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  try {
    await page.goto(address);
    await page.locator('h1').first().waitFor();
    let before: Box[] = [];
    for (;;) {
      await page.waitForTimeout(QUIET_MS);
      const now = await boxesOf(page);
      if (underWay.size === 0 && differences(now, before).length === 0) return now;
      before = now;
    }
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  }
}

/** An event stream never ends. */
const isRead = (request: Request): boolean => !request.url().endsWith('/events');

/** Waits until each element stands where it is expected; returns the first differences when that does not happen. */
export async function differencesTo(page: Page, expected: readonly Box[]): Promise<string[]> {
  const end = performance.now() + MAX_WAIT_MS;
  for (;;) {
    const found = differences(await boxesOf(page), expected);
    if (found.length === 0 || performance.now() > end) return found.slice(0, 5);
    await page.waitForTimeout(POLL_MS);
  }
}

function differences(actual: readonly Box[], expected: readonly Box[]): string[] {
  const found = expected.flatMap((box, at) => {
    const other = actual[at];
    return other && isSame(other, box) ? [] : [`${JSON.stringify(other)} instead of ${JSON.stringify(box)}`];
  });
  return actual.length === expected.length
    ? found
    : [`${actual.length} elements instead of ${expected.length}`, ...found];
}

function isSame([name, ...numbers]: Box, [otherName, ...others]: Box): boolean {
  return name === otherName && numbers.every((number, at) => Math.abs(number - (others[at] ?? 0)) <= TOLERANCE_PX);
}
