import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { readAccounts } from '../accounts';
import { ApiClient } from '../client';
import { makeStage, type Player, PLAYERS } from './organization';
import { Person } from './person';
import { playReview } from './review';

/** What a page still loads has come by then. */
const SETTLED_MS = 700;
const CLICK_ALL = (elements: unknown[]): void => (elements as { click(): void }[]).forEach((each) => each.click());
const SIZE = { width: 1_100, height: 760 };

/**
 * npx tsx dev/pictures/main.ts [address of a running service] [folder]: plays a review in seven browsers and takes the pictures of
 * docs/console.md. The service runs with `RATE_LIMIT_AUTH=100 npm start`, since so many sign in at once.
 */
async function main(): Promise<void> {
  const [url = 'http://localhost:3000', folder = 'docs/images'] = process.argv.slice(2);
  mkdirSync(folder, { recursive: true });
  const { systemAdmin } = readAccounts(resolve(process.env.DATA_DIR ?? '.data'));
  const platform = await new ApiClient(url).signIn(systemAdmin.email, systemAdmin.password);
  const { slug, accounts } = await makeStage(platform, `review-${Date.now()}`);
  console.log(`· The organization ${slug} is made`);
  const address = new URL(url);
  address.hostname = `${slug}.localhost`;
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/lib/chromium/chromium-headless-shell',
    args: ['--no-sandbox', '--host-resolver-rules=MAP *.localhost 127.0.0.1'],
  });
  try {
    const people: Partial<Record<Player, Person>> = {};
    for (const player of PLAYERS) {
      const options = { baseURL: address.origin, viewport: SIZE, locale: 'en-US', timezoneId: 'Europe/Madrid' };
      const account = accounts.get(player);
      if (account) people[player] = await Person.arrive(await browser.newContext(options), account);
    }
    await playReview(people as Record<Player, Person>, async ({ page }, name) => {
      await page.waitForTimeout(SETTLED_MS);
      // In one step, since notices go by themselves too.
      await page.getByRole('status').getByRole('button').evaluateAll(CLICK_ALL);
      await page.mouse.move(0, 0);
      await page.screenshot({ path: join(folder, `review-${name}.png`) });
      console.log(`· review-${name}.png`);
    });
  } catch (error) {
    for (const page of browser.contexts().flatMap((context) => context.pages()))
      console.error(`${page.url()} shows:\n${await page.innerText('body').catch(String)}\n`);
    throw error;
  } finally {
    await browser.close();
  }
}

void main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
