import argon2 from 'argon2';
import { config } from '../../kernel/config';

const KIB_IN_A_MIB = 1_024;

/**
 * argon2id with the configured memory: 64 MiB take about 110 ms of one core, as `npm run bench -- password` measures. One lane,
 * so that a sign-in uses one core. Stored hashes contain their own parameters, and are renewed at the next sign-in.
 */
const parameters = () => ({
  type: argon2.argon2id,
  memoryCost: config().ARGON2_MEMORY_MIB * KIB_IN_A_MIB,
  timeCost: 2,
  parallelism: 1,
});

/** Hashes a password with argon2id, in composed form (NFC): keyboards differ in how they write "ñ". */
export async function hashPassword(password: string): Promise<string> {
  return argon2.hash(password.normalize('NFC'), parameters());
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password matches the hash. Without a hash (unknown account) it does the same work on a decoy and returns
 * false, so that the time reveals nothing about accounts.
 */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('decoy: no account has this password');
  const stored = hash ?? (await decoy);
  const composed = password.normalize('NFC');
  // A hash from before passwords were composed is that of the text as typed.
  const matches =
    (await argon2.verify(stored, composed)) || (composed !== password && (await argon2.verify(stored, password)));
  return hash !== null && matches;
}

/** Whether the hash has other parameters than today's and should be renewed at sign-in. */
export function needsRehash(hash: string): boolean {
  return argon2.needsRehash(hash, parameters());
}
