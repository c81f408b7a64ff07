import { config } from '../../../shared/kernel/config';
import { startAdmin } from '../../support/admin-command';
import { holdClock } from '../../support/held-clock';
import { OLD_BACKUP, OLD_DATA_KEY, oldAccounts, oldAnswers } from '../../support/old-organization';
import { readDocument } from '../../support/operations';
import { useService } from '../../support/service';
import { everythingShown } from '../../support/shown-answers';

const { at, shown: recorded } = oldAnswers();
const { DATA_KEY, DATA_KEYS, MONGO_URL } = config();
holdClock(new Date(at));
const service = useService({ worker: false, ownDatabase: true });

beforeAll(() => void Object.assign(config(), { DATA_KEY: OLD_DATA_KEY, DATA_KEYS: [OLD_DATA_KEY] }));
afterAll(() => void Object.assign(config(), { DATA_KEY, DATA_KEYS }));

test('what an older program wrote is shown as that program showed it, on every list, page and dataset (decisions 14)', async () => {
  const mongo = new URL(MONGO_URL);
  mongo.pathname = `/test_${process.env.JEST_WORKER_ID ?? '1'}_own`;
  const env = { PATH: process.env.PATH ?? '', MONGO_URL: mongo.toString(), DATA_KEY: OLD_DATA_KEY };
  const { code, error } = await startAdmin(['restore', '--from', OLD_BACKUP], env).ended;
  expect([code, error]).toEqual([0, '']);
  const shown = await everythingShown(readDocument('internal'), service().url, oldAccounts());
  const lists = Object.values(recorded).flatMap((answers) => Object.keys(answers));
  expect(lists.length).toBeGreaterThan(350);
  expect(shown).toMatchObject(recorded);
}, 300_000);
