import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QUEUES, type QueueName } from '../../shared/jobs/contract';
import { PROCESSES, type Process } from './database-rights';

/** What a process does with Redis. */
interface Use {
  queues: readonly QueueName[];
  /** Counts requests and attempts. */
  counts: boolean;
}

/** The processes and what they need. A worker finds lost jobs of all queues; a renderer has the tickets of exports alone. */
const USES: Readonly<Record<Process, Use>> = {
  api: { queues: QUEUES, counts: true },
  'public-api': { queues: [], counts: true },
  worker: { queues: QUEUES, counts: false },
  renderer: { queues: ['export'], counts: false },
};

/** Opens a connection and looks at the settings of the memory. */
const CONNECTION = ['client|setname', 'info', 'ping'];
/** rate-limiter-flexible. */
const COUNTERS = ['del', 'eval', 'evalsha', 'exec', 'expire', 'get', 'incrby', 'multi', 'pttl', 'set'];
/** BullMQ, without the commands of its scripts. */
const TICKETS = ['bzpopmin', 'eval', 'evalsha', 'exec', 'hset', 'multi', 'xread', 'zrange'];
const SCRIPTS = 'node_modules/bullmq/dist/cjs/scripts';

/** The commands of BullMQ's scripts, which Redis checks as if the user had sent them. */
function commandsOfScripts(): string[] {
  const texts = readdirSync(SCRIPTS).map((file) => readFileSync(join(SCRIPTS, file), 'utf8'));
  const calls = texts.flatMap((text) => [...text.matchAll(/\br?call\(\\?["']([a-z]+)/gi)]);
  return calls.map(([, command = '']) => command.toLowerCase());
}

const PREFIX = '{prefix}';

/** Returns the keys of a process, as patterns of Redis. */
export function redisKeys(process: Process): string[] {
  const { queues, counts } = USES[process];
  return [...queues.map((queue) => `${PREFIX}:${queue}:*`), ...(counts ? [`${PREFIX}:limit:*`] : [])];
}

function commandsOf({ queues, counts }: Use): string[] {
  const ofQueues = queues.length > 0 ? [...TICKETS, ...commandsOfScripts()] : [];
  return [...new Set([...CONNECTION, ...(counts ? COUNTERS : []), ...ofQueues])].sort();
}

/** The users as an ACL file of Redis: `{prefix}` is the prefix of the keys, `{api}` the password of the user api, and so on. */
export function redisUsers(): string {
  const users = PROCESSES.map((process) => {
    const keys = redisKeys(process).map((key) => `~${key}`);
    const commands = commandsOf(USES[process]).map((command) => `+${command}`);
    return ['user', process, 'on', `>{${process}}`, ...keys, 'resetchannels', '-@all', ...commands].join(' ');
  });
  return `${['user default on >{default} ~* &* +@all', ...users].join('\n')}\n`;
}

/** The users with their passwords, which hold letters and digits alone. */
export function filledIn(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{([\w-]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`There is no value for ${name}.`);
    return value;
  });
}
