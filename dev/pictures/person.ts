import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { SignIn } from '../accounts';

/** What covers the top of the window, and some air. */
const HEADER = 90;

/** Someone at a browser of their own, who goes from page to page by links as people do. */
export class Person {
  private constructor(readonly page: Page) {}

  /** Signs in by the form of the organization's host. */
  static async arrive(context: BrowserContext, { email, password }: SignIn): Promise<Person> {
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on('pageerror', (error) => console.error(`${email}: ${error.message}`));
    const person = new Person(page);
    await page.goto('/sign-in');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await person.press('Sign in');
    await person.arriveAt('Home');
    return person;
  }

  /** Goes to a page by the navigation, unfolding the groups that may hide it. */
  async go(name: string): Promise<void> {
    const navigation = this.page.getByRole('navigation', { name: 'Main navigation' });
    const link = navigation.getByRole('link', { name, exact: true });
    const folded = navigation.getByRole('button', { expanded: false });
    while ((await link.count()) === 0 && (await folded.count()) > 0) await folded.first().click();
    await link.click();
    await this.arriveAt(name);
  }

  /** Follows a notification about something, which may still be on its way. */
  async followNotification(title: RegExp, about: string, heading: string): Promise<void> {
    await this.page.getByRole('link', { name: /unread notifications?$/i }).click();
    await this.arriveAt('Notifications');
    const entry = this.page.getByRole('listitem').filter({ hasText: about });
    const link = entry.getByRole('link', { name: title }).first();
    for (let looks = 0; looks < 20 && (await link.count()) === 0; looks += 1) {
      await this.page.waitForTimeout(500);
      await this.page.reload();
      await this.arriveAt('Notifications');
    }
    await link.click();
    await this.arriveAt(heading);
  }

  async arriveAt(heading: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  }

  async press(button: string, within: Locator | Page = this.page): Promise<void> {
    await within.getByRole('button', { name: button, exact: true }).click();
  }

  async follow(link: string | RegExp): Promise<void> {
    await this.page
      .getByRole('link', { name: link, exact: typeof link === 'string' })
      .first()
      .click();
  }

  /** Presses a button that asks, and the button of its question. */
  async confirm(button: string, within: Locator | Page = this.page): Promise<void> {
    await this.press(button, within);
    const dialog = this.page.getByRole('dialog');
    await this.press(button, dialog);
    await dialog.waitFor({ state: 'detached' });
  }

  /** Scrolls until something is below the header. */
  async scrollTo(target: Locator): Promise<void> {
    const box = await target.boundingBox();
    await this.page.mouse.move(HEADER, HEADER);
    await this.page.mouse.wheel(0, (box?.y ?? HEADER) - HEADER);
    await this.page.waitForTimeout(200);
  }

  async see(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }
}
