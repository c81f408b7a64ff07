import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/** An operator's command (`npm run admin`) as a process of its own. */
export interface AdminCommand {
  child: ChildProcess;
  /** Waits until it has printed this text, or has ended. */
  until(text: string): Promise<void>;
  ended: Promise<{ code: number | null; out: string; error: string }>;
}

/** Starts an operator's command from the source, or from the build with its `script`. */
export function startAdmin(
  args: readonly string[],
  env: Record<string, string>,
  script = resolve('dev/admin.cjs'),
): AdminCommand {
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [written, error] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (written += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, out: written, error }));
  return {
    child,
    ended,
    async until(text) {
      while (!written.includes(text) && child.exitCode === null) await new Promise((done) => setTimeout(done, 1));
    },
  };
}
