interface Waiting<Request, Answer> {
  request: Request;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Processes requests with the same key together: those that arrive during a batch form the next one, up to
 * `maxTogether`. Many concurrent requests so cost little more than one.
 */
export class Batcher<Request, Answer> {
  private readonly queues = new Map<string, Waiting<Request, Answer>[]>();

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
      const queue = this.queues.get(key);
      if (queue) {
        queue.push(waiting);
        return;
      }
      const begun = [waiting];
      this.queues.set(key, begun);
      void this.flush(key, begun);
    });
  }

  private async flush(key: string, queue: Waiting<Request, Answer>[]): Promise<void> {
    await Promise.resolve(); // requests of the same tick form the first batch
    while (queue.length > 0) {
      const batch = queue.splice(0, this.maxTogether);
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
    this.queues.delete(key);
  }
}
