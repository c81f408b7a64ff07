interface Waiting<Request, Answer> {
  request: Request;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Works off requests of the same key together: those that come while others are under way are the next ones, up to
 * `maxTogether` of them. So what many ask for at the same moment costs little more than what one of them asks for.
 */
export class Line<Request, Answer> {
  private readonly lines = new Map<string, Waiting<Request, Answer>[]>();

  /** `work` answers each request at its place; what it throws is thrown to all of them. It runs in the context of any of them. */
  constructor(
    private readonly work: (requests: readonly Request[]) => Promise<readonly PromiseSettledResult<Answer>[]>,
    private readonly maxTogether: number,
  ) {}

  /** The answer to the request. */
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
