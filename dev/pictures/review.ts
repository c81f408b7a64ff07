import { CYCLE, type Player } from './organization';
import type { Person } from './person';

/** What one evaluator gives a subject: a score for each item that is asked, and comments by their place. */
interface Opinion {
  from: Player;
  scores: readonly number[];
  comments?: Readonly<Record<number, string>>;
}

const FULL_NAMES: Readonly<Record<Player, string>> = {
  Helena: 'Helena Ríos',
  Diego: 'Diego Salas',
  Marta: 'Marta Vidal',
  Ana: 'Ana García',
  Bruno: 'Bruno Ortiz',
  Carla: 'Carla Núñez',
  Elena: 'Elena Prats',
};
const PEERS = ['Bruno', 'Carla', 'Elena'] as const;
const TOO_OPEN = 'The offer to the customer Torres was late because of her.';

const ABOUT_ANA: readonly Opinion[] = [
  { from: 'Ana', scores: [3, 5, 4] },
  { from: 'Marta', scores: [5, 3, 4], comments: { 1: 'Proposals would gain from one clear sentence at their start.' } },
  { from: 'Bruno', scores: [5, 3, 4], comments: { 0: 'Stayed until our release was safe, without being asked.' } },
  { from: 'Carla', scores: [5, 3, 4], comments: { 1: TOO_OPEN } },
  { from: 'Elena', scores: [4, 4, 3], comments: { 3: 'Keep explaining the why before the how.' } },
];
const ABOUT_MARTA: readonly Opinion[] = [
  { from: 'Marta', scores: [4, 4, 3, 4] },
  { from: 'Diego', scores: [4, 5, 3, 4], comments: { 1: 'Explains hard news so that people stay calm.' } },
];

/** Takes a picture of what a person sees, under a name. */
export type Picture = (person: Person, name: string) => Promise<void>;

/** HR, two managers, a subject and three peers play a review from its settings to the results that Ana and Marta read. */
export async function playReview(people: Readonly<Record<Player, Person>>, picture: Picture): Promise<void> {
  const { Helena, Diego, Marta, Ana } = people;
  await beginCycle(Helena);

  await nominate(Ana, PEERS, picture);
  await decide(Marta, 'Ana', picture);
  await seeNominations(Helena);

  for (const opinion of ABOUT_ANA) await give(people[opinion.from], 'Ana', opinion, picture);
  for (const opinion of ABOUT_MARTA) await give(people[opinion.from], 'Marta', opinion);

  await endCycle(Helena, picture);
  await release(Marta, 'Ana', picture);
  await release(Diego, 'Marta');
  await read(Ana, picture);
}

async function beginCycle(hr: Person): Promise<void> {
  const { page } = hr;
  await hr.go('Evaluation cycles');
  await hr.follow('New cycle');
  const field = (name: string) => page.getByLabel(name);
  await page.getByLabel('Name', { exact: true }).fill(CYCLE);
  await field('Template').selectOption('Working together');
  await field('Start date').fill(dayFromNow(0));
  await field('End date').fill(dayFromNow(21));
  await page.locator('summary').click();
  await field('Results are shown by').selectOption('Managers, after the talk');
  await field('Peers are named by').selectOption('The employees, approved by their managers');
  await field('Last day to name peers').fill(dayFromNow(7));
  await field('Most evaluations each').fill('8');
  for (const days of ['7 days before', '1 day before']) await page.getByLabel(days).check();
  await hr.press('Create cycle');
  await hr.arriveAt(CYCLE);
  for (const [step, done] of [
    ['Generate evaluations', /subjects with/],
    ['Open', `${CYCLE} is open`],
  ] as const) {
    await hr.confirm(step, stepOf(hr, step));
    await hr.see(done);
  }
}

function stepOf({ page }: Person, step: string) {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: step, exact: true }) });
}

async function nominate(subject: Person, peers: readonly Player[], picture: Picture): Promise<void> {
  await subject.followNotification(/peers/i, CYCLE, 'My peers');
  for (const peer of peers) {
    const name = FULL_NAMES[peer];
    await subject.press(`Add ${name}`);
    await subject.page.getByRole('button', { name: `Remove ${name}` }).waitFor();
  }
  await picture(subject, 'peers');
  await subject.confirm('Submit');
  await subject.see('Waiting for the manager');
}

async function decide(manager: Person, subject: Player, picture: Picture): Promise<void> {
  await manager.followNotification(/peers/i, CYCLE, 'Peers of my team');
  const name = FULL_NAMES[subject];
  await manager.page.getByRole('button', { name: `Approve the peers of ${name}` }).waitFor();
  await picture(manager, 'decision');
  await manager.press(`Approve the peers of ${name}`);
  await manager.see(`The peers of ${name} have been approved`);
}

async function seeNominations(hr: Person): Promise<void> {
  await hr.follow('Nominations');
  await hr.arriveAt(`Nominations of ${CYCLE}`);
  const row = hr.page.getByRole('row', { name: new RegExp(FULL_NAMES.Ana) });
  await row.getByText('Approved').waitFor();
  await hr.page.goBack();
}

async function give(person: Person, subject: Player, opinion: Opinion, picture?: Picture): Promise<void> {
  const { page } = person;
  await person.go('My evaluations');
  const row = page.getByRole('row', { name: new RegExp(FULL_NAMES[subject]) }).filter({ hasText: CYCLE });
  await row.getByRole('link').first().click();
  await person.arriveAt(`Evaluation of ${FULL_NAMES[subject]}`);
  const items = page.locator('fieldset');
  for (const [at, score] of opinion.scores.entries()) {
    await items
      .nth(at)
      .getByRole('radio')
      .nth(score - 1)
      .check();
  }
  for (const [at, comment] of Object.entries(opinion.comments ?? {}))
    await items.nth(Number(at)).getByRole('textbox').fill(comment);
  await person.see(/^Saved/);
  if (picture && opinion.from === 'Bruno') {
    await person.scrollTo(items.first().locator('legend'));
    await picture(person, 'form');
  }
  await person.press('Submit');
  await person.see('Your answers can no longer be changed');
}

/** HR closes the cycle, withholds a comment, and looks how reliable the scores are. */
async function endCycle(hr: Person, picture: Picture): Promise<void> {
  const { page } = hr;
  await hr.arriveAt(CYCLE);
  await hr.confirm('Close', stepOf(hr, 'Close'));
  await hr.see('The gaps are calculated.');
  await hr.follow('Results');
  await hr.arriveAt(`Results of ${CYCLE}`);
  await hr.follow(FULL_NAMES.Ana);
  await hr.arriveAt(`Results of ${CYCLE}, ${FULL_NAMES.Ana}`);
  await hr.press('Withhold', page.getByRole('figure').filter({ hasText: TOO_OPEN }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('It names a customer.');
  await hr.press('Withhold', dialog);
  await hr.see('The comment is withheld');
  await page.getByText(TOO_OPEN).scrollIntoViewIfNeeded();
  await picture(hr, 'withheld');
  await page.evaluate('scrollTo(0, 0)');
  await hr.follow('All results');
  await hr.arriveAt(`Results of ${CYCLE}`);
  await hr.follow('Reliability');
  await hr.arriveAt(`Reliability of ${CYCLE}`);
  await picture(hr, 'reliability');
}

/** A manager looks who is ready, prepares the talk with one of them and releases the results. */
async function release(manager: Person, subject: Player, picture?: Picture): Promise<void> {
  await manager.go('My team');
  await manager.see('Ready to release');
  await manager.follow(new RegExp(`^Results of ${FULL_NAMES[subject]}`));
  await manager.arriveAt(`Results of ${CYCLE}, ${FULL_NAMES[subject]}`);
  await manager.see('Self and others');
  await picture?.(manager, 'talk');
  await manager.confirm('Release results');
  await manager.see(`${FULL_NAMES[subject]} can now read the results`);
}

async function read(subject: Person, picture: Picture): Promise<void> {
  await subject.followNotification(/results/i, CYCLE, `Results of ${CYCLE}`);
  await subject.see('Self and others');
  await subject.scrollTo(subject.page.getByRole('heading', { name: 'Self and others' }));
  await picture(subject, 'results');
  await subject.press('Acknowledge');
}

/** The date in so many days, in the time zone of the organization. */
function dayFromNow(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000);
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' }).format(at);
}
