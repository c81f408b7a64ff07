import { Writable } from 'node:stream';
import winston from 'winston';
import { logger } from '../../shared/kernel/logger';

/** Collects everything that is logged during the tests of a block, at the level `debug`; returns the lines so far. */
export function useCapturedLog(): () => string {
  let lines = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines += chunk.toString();
      done();
    },
  });
  const transport = new winston.transports.Stream({ stream });
  const level = logger.level;
  beforeAll(() => {
    logger.level = 'debug';
    for (const other of logger.transports) other.silent = true;
    logger.add(transport);
  });
  afterAll(() => {
    logger.remove(transport);
    for (const other of logger.transports) other.silent = false;
    logger.level = level;
  });
  return () => lines;
}
