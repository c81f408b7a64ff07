import { setTimeout as wait } from 'node:timers/promises';
import type { JobView } from '../api/platform/jobs/jobs.dto';
import { JobStatus } from '../shared/jobs/job.model';

const POLL_MS = 200;
/** So often a request is sent that the service asks to send again. */
const MAX_TRIES = 5;

/** An answer of the API that is not 2xx, with its body in the message. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    request: string,
    body: string,
  ) {
    super(`${request} answered ${status}: ${body.slice(0, 1_000)}`);
  }
}

/** A small HTTP client of the service, for the demo and the start script. */
export class ApiClient {
  constructor(
    readonly url: string,
    private readonly token?: string,
    /** Goes along as `X-Forwarded-For`: a process that trusts this machine as a proxy counts the requests there. */
    private readonly address?: string,
  ) {}

  /** A client that is signed in; without a slug as a platform account. */
  async signIn(email: string, password: string, tenantSlug?: string): Promise<ApiClient> {
    const tokens = await this.post<{ accessToken: string }>('/api/auth/token', { email, password, tenantSlug });
    return new ApiClient(this.url, tokens.accessToken, this.address);
  }

  /** The header that this client signs with. */
  get authorization(): Record<string, string> {
    return this.token ? { Authorization: `Bearer ${this.token}` } : {};
  }

  /** The same account at another process of the service. */
  at(url: string): ApiClient {
    return new ApiClient(url, this.token, this.address);
  }

  /** A client of the same process without an account. */
  anonymous(): ApiClient {
    return new ApiClient(this.url, undefined, this.address);
  }

  get<T>(path: string): Promise<T> {
    return this.json<T>('GET', path);
  }

  post<T>(path: string, body: unknown = {}): Promise<T> {
    return this.json<T>('POST', path, body);
  }

  put<T>(path: string, body: unknown): Promise<T> {
    return this.json<T>('PUT', path, body);
  }

  /** Uploads text as the field `file`. */
  async upload<T>(path: string, name: string, text: string): Promise<T> {
    const form = new FormData();
    form.append('file', new Blob([text]), name);
    return (await this.send('POST', path, form)).json() as Promise<T>;
  }

  /** Starts an export; returns its file, or its job when that takes longer than the API waits. */
  async startExport(path: string, body: unknown): Promise<Buffer | JobView> {
    const answer = await this.send('POST', path, JSON.stringify(body));
    return answer.status === 202 ? ((await answer.json()) as JobView) : Buffer.from(await answer.arrayBuffer());
  }

  /** The file that a job has made. */
  async fileOf(jobId: string): Promise<Buffer> {
    return Buffer.from(await (await this.send('GET', `/api/jobs/${jobId}/file`)).arrayBuffer());
  }

  /** The file of an export, however long it takes. */
  async download(path: string, body: unknown): Promise<Buffer> {
    const answer = await this.startExport(path, body);
    if (Buffer.isBuffer(answer)) return answer;
    await this.untilEnded(answer);
    return this.fileOf(answer.id);
  }

  /** Waits until a job has ended; throws when it failed. */
  async untilEnded({ id, type }: JobView): Promise<void> {
    for (;;) {
      const { status, error } = await this.get<JobView>(`/api/jobs/${id}`);
      if (status === JobStatus.Succeeded) return;
      if (status === JobStatus.Failed) throw new Error(`The job ${type} failed: ${JSON.stringify(error)}`);
      await wait(POLL_MS);
    }
  }

  private async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.send(method, path, body === undefined ? undefined : JSON.stringify(body));
    return answer.json() as Promise<T>;
  }

  private async send(method: string, path: string, body?: string | FormData): Promise<Response> {
    for (let tries = 1; ; tries++) {
      const answer = await this.sendOnce(method, path, body);
      if (answer.ok) return answer;
      const seconds = Number(answer.headers.get('Retry-After'));
      if (answer.status !== 503 || seconds === 0 || tries === MAX_TRIES)
        throw new ApiError(answer.status, `${method} ${path}`, await answer.text());
      await wait(seconds * 1_000);
    }
  }

  private sendOnce(method: string, path: string, body?: string | FormData): Promise<Response> {
    return fetch(this.url + path, {
      method,
      body,
      headers: {
        ...this.authorization,
        ...(this.address ? { 'X-Forwarded-For': this.address } : {}),
        ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
      },
    });
  }
}
