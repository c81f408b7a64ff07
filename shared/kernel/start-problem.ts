import { logger } from './logger';

/** Why a process refuses to start: a sentence that names the setting and says what to do. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}

/** So that a line can be read whole in a terminal. */
const MAX_SENTENCE_LENGTH = 400;

/** Logs why a process cannot start, a StartProblem as the message of a line without a stack, and ends the process with code 1. */
export function refuseStart(processName: string, error: unknown): void {
  if (error instanceof StartProblem) logger.error(error.message.replace(/\s+/g, ' ').slice(0, MAX_SENTENCE_LENGTH));
  else logger.error(`${processName} cannot start`, { error });
  process.exitCode = 1;
  setTimeout(() => process.exit(1), 100);
}
