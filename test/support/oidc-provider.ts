import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/** What the provider says of who signs in. */
export interface ProviderAccount {
  sub: string;
  email?: string;
  email_verified?: boolean | string;
  name?: string;
}

/** What a test sets of the provider; what is left out stays. */
interface ProviderState {
  clients?: Record<string, unknown>[];
  account?: ProviderAccount;
  /** Whether the user cancels. */
  isDenying?: boolean;
  /** Whether ID tokens carry the claims of the email, which userinfo gives in any case. */
  emailInToken?: boolean;
  /** How long answers of a path are held back. */
  delayMs?: Record<string, number>;
  /** Answers of paths in place of its own. */
  answers?: Record<string, { status: number; headers?: Record<string, string>; body?: string }>;
  /** How far its clock is ahead. */
  clockMs?: number;
}

export interface TestProvider {
  issuer: string;
  /** Changes what the provider does; returns the paths that it was asked for since the last change. */
  set(state: ProviderState): Promise<string[]>;
  /** Signs with a new key from now on, and publishes no other. */
  rotate(kid: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a real OpenID provider on this machine; with `https` its certificate is not trusted. */
export async function startProvider(protocol: 'http' | 'https' = 'http'): Promise<TestProvider> {
  const child = fork(resolve('test/support/run-oidc-provider.mjs'), [protocol], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const issuer = await new Promise<string>((done, fail) => {
    child.once('message', (message: { issuer: string }) => done(message.issuer));
    child.once('exit', (code) => fail(new Error(`The provider ended with ${code}.`)));
  });
  const send = (message: object): Promise<string[]> => tell(child, message);
  return {
    issuer,
    set: (state) => send({ set: state }),
    async rotate(kid) {
      await send({ rotate: kid });
    },
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

let lastId = 0;

async function tell(child: ChildProcess, message: object): Promise<string[]> {
  const id = ++lastId;
  return new Promise((done) => {
    const listen = (answer: { id: number; requests: string[] }): void => {
      if (answer.id !== id) return;
      child.off('message', listen);
      done(answer.requests);
    };
    child.on('message', listen);
    child.send({ ...message, id });
  });
}

export function useProvider(protocol: 'http' | 'https' = 'http'): () => TestProvider {
  let provider: TestProvider | undefined;
  beforeAll(async () => {
    provider = await startProvider(protocol);
  });
  afterAll(() => provider?.stop());
  return () => {
    if (!provider) throw new Error('The provider runs inside tests only.');
    return provider;
  };
}
