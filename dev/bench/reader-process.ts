import { get } from 'node:http';
import type { Reading, ReadingOrder } from './http-reader';

const OPENING_BRACE = '{'.charCodeAt(0);

// A process of its own: what it reads takes none of the memory that is measured.
process.on('message', ({ url, headers }: ReadingOrder) => {
  const started = performance.now();
  get(url, { headers }, (answer) => {
    const reading: Reading = { status: answer.statusCode ?? 0, bytes: 0, objects: 0, firstByteMs: 0 };
    answer.on('data', (chunk: Buffer) => {
      if (reading.bytes === 0) reading.firstByteMs = performance.now() - started;
      reading.bytes += chunk.length;
      for (const byte of chunk) if (byte === OPENING_BRACE) reading.objects += 1;
    });
    answer.on('end', () => process.send?.(reading));
    answer.on('error', (error) => process.send?.({ ...reading, error: error.message }));
  });
});
