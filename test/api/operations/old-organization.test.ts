import { config } from '../../../shared/kernel/config';
import { publishMissingResults } from '../../../worker/evaluation/publish-missing-results';
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
  // People are in another order, and cells with them (docs/changelog.md).
  '/api/gap-heatmap',
  '/raters',
  // Built-in texts come with the program.
  '/api/email-templates',
  '/api/email-triggers',
];
/** Lists by name are in another order (docs/changelog.md): the details of other rows are read, of which some are recorded. */
const DETAILS = /\/[0-9a-f]{8}-/;
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
  await publishMissingResults(); // as a worker of this version does
  const shown = await everythingShown(readDocument('internal'), service().url, oldAccounts());
  const differences: string[] = [];
  for (const [viewer, answers] of Object.entries(recorded)) {
    const paths = Object.keys(answers).filter(
      (path) =>
        !CHANGED_ANSWERS.some((changed) => path.includes(changed)) &&
        (!DETAILS.test(path) || shown[viewer]?.[path] !== undefined),
    );
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) {
      const [before, now] = [answers[path], shown[viewer]?.[path]].map(comparable);
      try {
        expect({ viewer, path, answer: now }).toMatchObject({ viewer, path, answer: before });
      } catch (error) {
        differences.push((error as Error).message);
      }
    }
  }
  expect(differences).toEqual([]);
});

/** An answer without the fields that changed, its rows in one order; undefined is none. */
function comparable(answer: ShownAnswers[string]): unknown {
  if (answer === undefined) return undefined;
  return JSON.parse(JSON.stringify(answer), (name, value: unknown) => {
    if (CHANGED_FIELDS.has(name)) return undefined;
    if (name === 'comments' && Array.isArray(value)) return inOrder(value, (row) => (row as { text?: string }).text); // have no order
    return Array.isArray(value) && (LISTS.has(name) || value.every((row) => rowId(row) !== undefined))
      ? inOrder(value, LISTS.has(name) ? idsOf : rowId)
      : value;
  }) as unknown;
}

function inOrder(rows: readonly unknown[], keyOf: (row: unknown) => string | undefined): unknown[] {
  return rows.toSorted((a, b) => ((keyOf(a) ?? '') < (keyOf(b) ?? '') ? -1 : 1));
}

/** The key of a row of a list; rows of datasets have none of their own. */
function idsOf(row: unknown): string {
  const ids = Object.entries(row as object).filter(isId);
  const { id, itemId } = row as { id?: string; itemId?: string };
  return id ?? itemId ?? JSON.stringify(ids.sort());
}

/** Where an answer has the rows of a list. */
const LISTS: ReadonlySet<string> = new Set(['', 'items']);
const rowId = (row: unknown): string | undefined => {
  const { id, subjectId, evaluatorId } = (row ?? {}) as Partial<Record<'id' | 'subjectId' | 'evaluatorId', string>>;
  return id ?? subjectId ?? evaluatorId;
};

/** What tells rows apart. */
const isId = ([name]: [string, unknown]): boolean => /(Id|Type|question|requirement|option|date)$/i.test(name);
