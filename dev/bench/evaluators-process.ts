import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { OwnTask, Rush, RushReport } from './evaluators';

// A process of its own: the people share no processor time with the service that is measured.
process.on('message', ({ tasks, body, connections }: Rush) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const bodyText = JSON.stringify(body);
  const times: number[] = [];
  const waiting = tasks[Symbol.iterator]();
  const person = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      const { respond, submit, token }: OwnTask = next.value;
      for (const [url, sent] of [
        [respond, bodyText],
        [submit, '{}'],
      ] as const) {
        const started = performance.now();
        await post(url, token, sent, agent);
        times.push(performance.now() - started);
      }
    }
  };
  void Promise.all(Array.from({ length: connections }, person))
    .then((): RushReport => ({ times }))
    .catch((error: unknown): RushReport => ({ error: String(error) }))
    .then((report) => {
      agent.destroy();
      process.send?.(report);
    });
});

function post(url: string, token: string, body: string, agent: Agent): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent }, (answer) => {
      text(answer).then((content) => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`${url}: ${answer.statusCode} ${content.slice(0, 300)}`));
      }, reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
