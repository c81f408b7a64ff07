import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/** An evaluation to answer and to submit, by whom, and with what. */
export interface OwnTask {
  respond: string;
  submit: string;
  token: string;
}

export interface Rush {
  tasks: readonly OwnTask[];
  /** The body of each `respond`. */
  body: object;
  connections: number;
}

/** Milliseconds of every request, or what went wrong. */
export type RushReport = { times: number[] } | { error: string };

/** Many people in another process. */
export interface Evaluators {
  /** Sends the two requests of each task one after the other, on so many connections at once; throws when one fails. */
  answerAll(rush: Rush): Promise<number[]>;
  close(): void;
}

export function startEvaluators(): Evaluators {
  const child = fork(resolve('dev/bench/evaluators-process.ts'), { execArgv: ['--import', 'tsx'] });
  return {
    async answerAll(rush) {
      child.send(rush);
      const [report] = (await once(child, 'message')) as [RushReport];
      if ('error' in report) throw new Error(report.error);
      return report.times;
    },
    close: () => void child.kill(),
  };
}
