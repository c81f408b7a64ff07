import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  /** The status that it was answered with; null without an answer. */
  status: number | null;
}

/** A program that takes events on this machine, and notes what it was sent. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  /** Most requests that it had at the same time. */
  mostAtOnce = 0;
  private atOnce = 0;
  private readonly server: Server;

  /** Decides what it answers: a status, or null when it answered itself or never will. */
  constructor(public answer: (response: ServerResponse, body: string) => number | null | Promise<number | null>) {
    this.server = createServer((request, response) => {
      this.atOnce += 1;
      this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
      response.on('close', () => (this.atOnce -= 1));
      void text(request).then(async (body) => {
        const received: Received = { headers: request.headers, body, status: null };
        this.received.push(received);
        const status = await this.answer(response, body);
        if (status === null) return;
        received.status = status;
        response.writeHead(status).end('an answer');
      });
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** The bodies of the messages that it accepted, each with its `webhook-id`. */
  accepted(): { id: string; type: string; timestamp: string; data: Record<string, unknown> }[] {
    const accepted = this.received.filter(({ status }) => status !== null && status < 300);
    return accepted.map(({ headers, body }) => ({ ...JSON.parse(body), id: headers['webhook-id'] }));
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** The signature of a message as Standard Webhooks describes it. */
export function signatureOf({ headers, body }: Pick<Received, 'headers' | 'body'>, secret: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
