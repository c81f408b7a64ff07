import { readFileSync } from 'node:fs';
import { StartProblem } from './start-problem';

/** The variables that contain secrets. Each can be read from the file that `NAME_FILE` names. */
const SECRETS = [
  'MONGO_URL',
  'REDIS_URL',
  'SMTP_URL',
  'AUDIT_STREAM',
  'JWT_SECRET',
  'DATA_KEY',
  'BOOTSTRAP_ADMIN_PASSWORD',
] as const;

/**
 * Returns the environment with the contents of secret files: `MONGO_URL` is the content of the file that
 * `MONGO_URL_FILE` names, without one line break at its end. Throws a StartProblem that names the variable when both are set
 * or the file cannot be read.
 */
export function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const fromFiles = SECRETS.flatMap((name) => {
    const path = env[`${name}_FILE`];
    if (!path) return [];
    if (env[name]) throw new StartProblem(`Set ${name} or ${name}_FILE, not both.`);
    return [[name, readSecret(name, path)] as const];
  });
  return fromFiles.length === 0 ? env : { ...env, ...Object.fromEntries(fromFiles) };
}

function readSecret(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartProblem(`${name}_FILE names ${path}, which cannot be read (${code ?? 'unknown reason'}).`, {
      cause: error,
    });
  }
}
