interface Waiting<Request, Answer> {
  request: Request;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Processes requests with the same key together: those that arrive during a batch form the next one, up to
 * `maxTogether`. Many concurrent requests so cost little more than one.
 */
export class Line<Request, Answer> {
  private readonly lines = new Map<string, Waiting<Request, Answer>[]>();

  /**
   * `work` returns one result for each request, in order; what it throws rejects all of them. It runs in the context of
   * one of the requests.
   */
  constructor(
    private readonly work: (requests: readonly Request[]) => Promise<readonly PromiseSettledResult<Answer>[]>,
    private readonly maxTogether: number,
  ) {}

  /** Resolves with the result of the request. */
  ask(key: string, request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = { request, resolve, reject };
      const line = this.lines.get(key);
      if (line) {
        line.push(waiting);
        return;
      }
      const begun = [waiting];
      this.lines.set(key, begun);
      void this.workOff(key, begun);
    });
  }

  private async workOff(key: string, line: Waiting<Request, Answer>[]): Promise<void> {
    await Promise.resolve(); // what is asked in the same step is worked off together from the first one on
    while (line.length > 0) {
      const batch = line.splice(0, this.maxTogether);
      try {
        const answers = await this.work(batch.map(({ request }) => request));
        for (const [at, { resolve, reject }] of batch.entries()) {
          const answer = answers[at];
          if (answer?.status === 'fulfilled') resolve(answer.value);
          else reject(answer ? answer.reason : new Error('The request was not answered.'));
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.lines.delete(key);
  }
}
