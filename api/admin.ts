import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { connectDatabase, disconnectDatabase } from '../shared/db/connect';
import { toInstant } from '../shared/kernel/clock';
import { configWith } from '../shared/kernel/config';
import { logger } from '../shared/kernel/logger';
import { prepareDatabase } from '../shared/migrations/prepare-database';
import { applyRetention } from '../shared/privacy/retention.store';
import { backup, restore } from './operations/backup-command';
import { migrate } from './operations/migrate-command';
import { rotateKeysCommand } from './operations/rotate-keys-command';
import { recoverSystemAdmin } from './platform/accounts/recover.service';
import { parseLedger, readLedger, reapplyErasures } from './privacy/reapply.store';

const USAGE = `Usage: npm run admin -- <command>      (in the image: node build/js/api/admin.js <command>)

  recover --email <address>   Make the address a SystemAdmin, or unlock it: resets two-factor authentication and prints a
                              temporary password once.
  erasures                    Print the ledger of erasures, one JSON object a line. Keep a copy outside of the database.
  reapply-erasures [--ledger <file>]
                              After a backup was restored: erase again whoever the ledger names, that of the database
                              and the copy in the file.
  retention                   Apply the retention settings of all organizations now.
  migrate [--check]           Apply the migrations that the stored data lack, as the worker does. --check only says which
                              there are: exit code 0 for none, 2 for some, 1 for newer data.
  rotate-keys                 With DATA_KEY=<new>,<old>: write everything again with the first key, while the service runs,
                              and say whether the others can go. Can be broken off and repeated.
  backup --out <folder> [--keep <n>]
                              Write all data as they are now into a folder of its own below <folder>, while the service
                              runs, and keep only the n newest backups there.
  restore --from <backup> [--replace] [--ledger <file>] [--check]
                              With API and workers stopped: put a backup in the place of the data. --replace also does so
                              where there are organizations, --ledger erases again whoever a copy of the ledger names,
                              --check does all but write.

All need MONGO_URL and DATA_KEY.
`;

/** The commands of an operator on the server, for what no API request can do. */
const COMMANDS: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  recover,
  erasures: printLedger,
  'reapply-erasures': reapply,
  retention,
  migrate,
  'rotate-keys': rotateKeysCommand,
  backup,
  restore,
};

/** The commands that also run on data of another schema version. */
const ANY_SCHEMA: ReadonlySet<string> = new Set(['migrate', 'backup', 'restore']);

async function printLedger(): Promise<void> {
  for (const entry of await readLedger()) process.stdout.write(`${JSON.stringify(entry)}\n`);
}

async function reapply(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { ledger: { type: 'string' } } });
  const copied = values.ledger === undefined ? [] : parseLedger(await readFile(values.ledger, 'utf8'));
  const ledger = new Map([...copied, ...(await readLedger())].map((entry) => [entry._id, entry]));
  const erased = await reapplyErasures([...ledger.values()]);
  process.stdout.write(`${erased} of ${ledger.size} people had come back and are erased again.\n`);
}

async function retention(): Promise<void> {
  const { requests, answers, auditEntries, guests } = await applyRetention();
  process.stdout.write(
    `${requests} erasure requests opened, the answers of ${answers} evaluations deleted, ` +
      `${auditEntries} entries cut off the audit log, ${guests} guests erased.\n`,
  );
}

async function recover(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { email: { type: 'string' } } });
  if (values.email === undefined) throw new Error('--email is missing.');
  const { email, password, expiresAt, isNew } = await recoverSystemAdmin(values.email);
  process.stdout.write(
    `${email} is ${isNew ? 'now' : 'again'} an active SystemAdmin.\n` +
      `Temporary password, until ${toInstant(expiresAt)}: ${password}\n` +
      'Sign in without an organization and choose a new password.\n',
  );
}

/** Runs one command; throws an Error whose message tells the operator what to do. */
async function main([name = '', ...args]: string[]): Promise<void> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Error(USAGE);
  logger.silent = true; // the operator sees only what the command prints
  const { MONGO_URL } = configWith(['MONGO_URL', 'DATA_KEY']);
  await connectDatabase(MONGO_URL);
  try {
    if (!ANY_SCHEMA.has(name)) await prepareDatabase();
    await command(args);
  } finally {
    await disconnectDatabase();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
