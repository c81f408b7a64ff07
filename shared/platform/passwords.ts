import argon2 from 'argon2';

/** argon2id, about 100 ms on one core; stored hashes carry their own parameters. */
const PARAMETERS = { type: argon2.argon2id, memoryCost: 65_536, timeCost: 3, parallelism: 4 } as const;

/** Hashes a password with argon2id. */
export async function hashPassword(password: string): Promise<string> {
  return argon2.hash(password, PARAMETERS);
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the one of the hash. Without a hash (unknown account) it does the same work on a decoy and
 * answers false, so that neither answer nor time tells accounts apart (decisions 4).
 */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('decoy: no account has this password');
  const matches = await argon2.verify(hash ?? (await decoy), password);
  return hash !== null && matches;
}

/** Whether the hash was made with other parameters than today's and should be renewed at sign-in. */
export function needsRehash(hash: string): boolean {
  return argon2.needsRehash(hash, PARAMETERS);
}
