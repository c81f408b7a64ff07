import { get } from 'node:http';
import type { Reading, ReadingOrder } from './http-reader';

/** The end of an answer is kept, where OData names the next page. */
const TAIL_BYTES = 2_000;
const NEXT_LINK = /"@odata\.nextLink":"([^"]+)"/;
const OPENING_BRACE = '{'.charCodeAt(0);

// A process of its own: what it reads takes none of the memory that is measured.
process.on('message', ({ url, headers }: ReadingOrder) => {
  const started = performance.now();
  get(url, { headers }, (answer) => {
    const reading: Reading = { status: answer.statusCode ?? 0, bytes: 0, objects: 0, firstByteMs: 0 };
    let tail = Buffer.alloc(0);
    answer.on('data', (chunk: Buffer) => {
      if (reading.bytes === 0) reading.firstByteMs = performance.now() - started;
      reading.bytes += chunk.length;
      tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES);
      for (const byte of chunk) if (byte === OPENING_BRACE) reading.objects += 1;
    });
    answer.on('end', () => process.send?.({ ...reading, nextLink: NEXT_LINK.exec(tail.toString())?.[1] }));
    answer.on('error', (error) => process.send?.({ ...reading, error: error.message }));
  });
});
