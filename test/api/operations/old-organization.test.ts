import { config } from '../../../shared/kernel/config';
import { keepMissingResults } from '../../../worker/evaluation/keep-missing-results';
import { startAdmin } from '../../support/admin-command';
import { holdClock } from '../../support/held-clock';
import { OLD_BACKUP, OLD_DATA_KEY, oldAccounts, oldAnswers } from '../../support/old-organization';
import { readDocument } from '../../support/operations';
import { useService } from '../../support/service';
import { everythingShown, type ShownAnswers } from '../../support/shown-answers';

/** What is shown in another way since, on purpose (docs/changelog.md): answers by path, and fields. */
const CHANGED_ANSWERS: readonly string[] = [
  // What is shown is computed from what may be seen (docs/anonymity.md).
  '/api/dashboards/manager',
  '/api/my-dashboard',
  '/api/my-results',
  '/api/v1/datasets/competency-scores', // Others are without hidden groups
  // Built-in texts come with the program.
  '/api/email-templates',
];
/** A list in another order (docs/changelog.md): the details of other rows are read, of which some are recorded. */
const REORDERED = '/api/my-evaluations';
/** An evaluator is compared with others of the same type about the same subjects (docs/statistics.md); a score says whom it is without. */
const CHANGED_FIELDS: ReadonlySet<string> = new Set(['agreement', 'leniency', 'scorePrecision']);

const { at, shown: recorded } = oldAnswers();
const { DATA_KEY, DATA_KEYS, BASE_URL, MONGO_URL } = config();
holdClock(new Date(at));
const service = useService({ worker: false, ownDatabase: true });

const OF_OLD = { DATA_KEY: OLD_DATA_KEY, DATA_KEYS: [OLD_DATA_KEY], BASE_URL: 'http://localhost:4610' };
beforeAll(() => void Object.assign(config(), OF_OLD));
afterAll(() => void Object.assign(config(), { DATA_KEY, DATA_KEYS, BASE_URL }));

test('what an older program wrote is shown as that program showed it, on every list, page and dataset', async () => {
  const mongo = new URL(MONGO_URL);
  mongo.pathname = `/test_${process.env.JEST_WORKER_ID ?? '1'}_own`;
  const env = { PATH: process.env.PATH ?? '', MONGO_URL: mongo.toString(), DATA_KEY: OLD_DATA_KEY };
  const { code, error } = await startAdmin(['restore', '--from', OLD_BACKUP], env).ended;
  expect([code, error]).toEqual([0, '']);
  await keepMissingResults(); // as a worker of this version does
  const shown = await everythingShown(readDocument('internal'), service().url, oldAccounts());
  const differences: string[] = [];
  for (const [viewer, answers] of Object.entries(recorded)) {
    const paths = Object.keys(answers).filter(
      (path) =>
        !CHANGED_ANSWERS.some((changed) => path.startsWith(changed)) &&
        (!path.startsWith(`${REORDERED}/`) || shown[viewer]?.[path] !== undefined),
    );
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) {
      const [before, now] = [answers[path], shown[viewer]?.[path]].map((answer) => comparable(answer, path));
      try {
        expect({ viewer, path, answer: now }).toMatchObject({ viewer, path, answer: before });
      } catch (error) {
        differences.push((error as Error).message);
      }
    }
  }
  expect(differences).toEqual([]);
});

/** An answer without the fields that changed; the rows of a dataset have no order, undefined is none. */
function comparable(answer: ShownAnswers[string], path: string): unknown {
  if (answer === undefined) return undefined;
  const kept = JSON.parse(JSON.stringify(answer), (name, value: unknown) =>
    CHANGED_FIELDS.has(name) ? undefined : value,
  ) as unknown;
  if (path.startsWith(`${REORDERED}?`)) return { ...(kept as object), items: inOrder((kept as Page).items) };
  return Array.isArray(kept) ? inOrder(kept) : kept;
}

interface Page {
  items: unknown[];
}

function inOrder(rows: readonly unknown[]): unknown[] {
  const keyOf = (row: unknown): string =>
    JSON.stringify(
      Object.entries(row as object)
        .filter(isId)
        .sort(),
    );
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** What tells the rows of a dataset apart. */
const isId = ([name]: [string, unknown]): boolean => /(Id|Type|question|requirement|option|date)$/i.test(name);
