import { config } from '../../shared/kernel/config';
import { rotateKeys } from './rotation/rotate-keys.service';

/**
 * `rotate-keys`: encrypts and proves everything again with the first key of DATA_KEY, and reports whether the others
 * can be removed.
 */
export async function rotateKeysCommand(): Promise<void> {
  const { isComplete, rewritten, unreadable, broken } = await rotateKeys((done, total) => {
    if (done === total || done % PRINT_EVERY === 0) print(`${done} of ${total} organizations`);
  });
  for (const [what, count] of rewritten) print(`Written again: ${count} ${what}`);
  if (unreadable > 0) print(`${unreadable} secrets are read by none of the keys: they were lost before.`);
  for (const { scope, sequence } of broken)
    print(
      `The audit log of ${scope} does not hold at entry ${sequence}. It stays as it is: verify it with the key of before.`,
    );
  if (isComplete) print(lastWord());
  else {
    print('Keep all keys: something is still read by another one than the first. Run the command again.');
    process.exitCode = 1;
  }
}

const PRINT_EVERY = 100;

function lastWord(): string {
  return config().DATA_KEYS.length === 1
    ? 'Everything is read by DATA_KEY.'
    : 'The keys after the first one can go from DATA_KEY. Keep them with the backups that were made until now.';
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
