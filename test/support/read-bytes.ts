import type { Readable } from 'node:stream';

/** A parser for supertest that reads any response as bytes: files and JSON errors alike. */
export function readBytes(response: unknown, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  const stream = response as Readable; // superagent types it as its own response
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => done(null, Buffer.concat(chunks)));
}
