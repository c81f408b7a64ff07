import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** How someone signs in. */
export interface SignIn {
  email: string;
  password: string;
}

/** The demo organization of this installation; written once it is complete. */
export interface DemoAccess {
  tenantId: string;
  hr: SignIn;
  manager: SignIn;
  employee: SignIn;
  apiKey: string;
}

export interface Accounts {
  systemAdmin: SignIn;
  demoAdmin: SignIn;
  demo?: DemoAccess;
}

const NAME = 'accounts.json';

/** A password that no one has to remember: 72 bits. */
export function randomPassword(): string {
  return randomBytes(9).toString('base64url');
}

/** The accounts kept in the data directory; made at the first start. */
export function readAccounts(dataDir: string): Accounts {
  const file = resolve(dataDir, NAME);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Accounts;
  const accounts: Accounts = {
    systemAdmin: {
      email: process.env.BOOTSTRAP_ADMIN_EMAIL ?? 'admin@platform.example',
      password: process.env.BOOTSTRAP_ADMIN_PASSWORD ?? randomPassword(),
    },
    demoAdmin: { email: 'admin@demo.example', password: randomPassword() },
  };
  writeAccounts(dataDir, accounts);
  return accounts;
}

/** Keeps the accounts, readable by their owner alone. */
export function writeAccounts(dataDir: string, accounts: Accounts): void {
  writeFileSync(resolve(dataDir, NAME), JSON.stringify(accounts, null, 2), { mode: 0o600 });
}
