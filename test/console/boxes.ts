import type { Page, Request } from 'playwright-core';

/** An element of a page: what it is, and where it stands in the page: left, top, width, height. */
export type Box = readonly [name: string, left: number, top: number, width: number, height: number];

const TOLERANCE_PX = 2;
const POLL_MS = 50;
const QUIET_MS = 120;

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
  let underWay = 0;
  const count = (request: Request): void => void (isRead(request) && underWay++);
  const discount = (request: Request): void => void (isRead(request) && underWay--);
  page.on('request', count).on('requestfinished', discount).on('requestfailed', discount);
  try {
    await page.goto(address);
    await page.locator('h1').first().waitFor();
    let before: Box[] = [];
    for (;;) {
      await page.waitForTimeout(QUIET_MS);
      const now = await boxesOf(page);
      if (underWay === 0 && differences(now, before).length === 0) return now;
      before = now;
    }
  } finally {
    page.off('request', count).off('requestfinished', discount).off('requestfailed', discount);
  }
}

/** An event stream never ends. */
const isRead = (request: Request): boolean => !request.url().endsWith('/events');

/** Waits until each element stands where it is expected; returns the first differences when that does not happen. */
export async function differencesTo(page: Page, expected: readonly Box[], waitMs = 180_000): Promise<string[]> {
  const end = performance.now() + waitMs;
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
