import { queueConnection } from '../../shared/jobs/queues';
import type { Mentions } from '../../shared/privacy/mention.rules';

const AT_ONCE = '1000';

/** How many keys of Redis name the person; the queues carry ids, so there should be none. */
export async function redisKeysNaming(mentions: Mentions): Promise<number> {
  const client = queueConnection();
  let [cursor, found] = ['0', 0];
  do {
    const [next, keys] = await client.scan(cursor, 'COUNT', AT_ONCE);
    found += keys.filter((key) => mentions.isIn(key)).length;
    cursor = next;
  } while (cursor !== '0');
  return found;
}
