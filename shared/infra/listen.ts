import type { Server } from 'node:net';
import { StartProblem } from '../kernel/start-problem';

interface Place {
  port: number;
  host?: string;
  /** The environment variable that names the port. */
  setting: string;
}

/** The codes for an address that this machine does not have. */
const NO_ADDRESS: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'ENOTFOUND']);

/** Lets a server listen; rejects with a StartProblem that names the setting when it cannot use the port or the address. */
export async function listen(server: Server, { port, host, setting }: Place): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const wrong = NO_ADDRESS.has(code ?? '')
        ? `${setting.replace('PORT', 'HOST')} names ${host ?? ''}`
        : `${setting} names port ${port}`;
      reject(new StartProblem(`${wrong}, where this process cannot listen: ${code ?? message}.`));
    });
    server.listen(port, host, resolve);
  });
}
