import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

export interface ReadingOrder {
  url: string;
  headers: Record<string, string>;
}

/** An answer that was read to its end. */
export interface Reading {
  status: number;
  bytes: number;
  /** Objects of a JSON answer; of flat rows, all of them. */
  objects: number;
  /** Milliseconds from the request to the first byte of the body. */
  firstByteMs: number;
  /** The address of the next page of an OData answer. */
  nextLink?: string;
  error?: string;
}

export interface Reader {
  /** Reads an answer to its end in the other process; throws an Error when it is no success or breaks off. */
  read(url: string, headers?: Record<string, string>): Promise<Reading>;
  close(): void;
}

/** A process that reads answers and keeps nothing of them. */
export function startReader(): Reader {
  const child = fork(resolve('dev/bench/reader-process.ts'), { execArgv: ['--import', 'tsx'] });
  return {
    async read(url, headers = {}) {
      child.send({ url, headers } satisfies ReadingOrder);
      const [reading] = (await once(child, 'message')) as [Reading];
      if (reading.status !== 200 || reading.error)
        throw new Error(`${url}: ${reading.status} ${reading.error ?? ''} after ${reading.bytes} bytes`);
      return reading;
    },
    close: () => void child.kill(),
  };
}
