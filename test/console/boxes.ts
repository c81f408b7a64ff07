import type { Page } from 'playwright-core';
import { ready } from './browser';

/** An element of a page: what it is, and where it is in the page: left, top, width, height. */
export type Box = readonly [name: string, left: number, top: number, width: number, height: number];

const TOLERANCE_PX = 2;

const BOXES = `(async () => {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
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

/** The elements of the page with their boxes, once it is complete and what measures itself has been drawn again. */
async function boxesOf(page: Page): Promise<Box[]> {
  await ready(page);
  return page.evaluate<Box[]>(BOXES);
}

/** Loads an address afresh; returns the boxes. */
export async function boxesAfterLoad(page: Page, address: string): Promise<Box[]> {
  await page.goto(address);
  return boxesOf(page);
}

/** The first elements of the page that are not where they are expected. */
export async function differencesTo(page: Page, expected: readonly Box[]): Promise<string[]> {
  return differences(await boxesOf(page), expected).slice(0, 5);
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
