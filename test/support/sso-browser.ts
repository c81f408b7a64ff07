import type request from 'supertest';
import type { TestTenant } from '../factories/tenant';
import type { Service } from './service';

/** What a browser brings back from the provider: the address of the callback, and the cookies of the organization's host. */
export interface CameBack {
  path: string;
  cookie: string;
}

/** A browser that signs in at an organization's provider, with its own cookies at both hosts. */
export class SsoBrowser {
  constructor(
    private readonly service: () => Service,
    private readonly tenant: TestTenant,
  ) {}

  /** A request to the organization's host. */
  call(path: string, cookie = ''): request.Test {
    return this.service().call('get', path).set('Host', `${this.tenant.slug}.localhost:3000`).set('Cookie', cookie);
  }

  /** Begins a sign-in: where the browser is sent, and its cookie. */
  async begin(next?: string): Promise<{ location: string; cookie: string }> {
    const answer = await this.call(
      `/api/auth/sso/start${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}`,
    );
    if (answer.status !== 302) throw new Error(`start answers ${answer.status} ${answer.text}`);
    const location = String(answer.headers.location);
    return { location, cookie: cookiesOf(answer) };
  }

  /** Follows the provider's redirects until it sends the browser back to the organization. */
  async visitProvider(location: string): Promise<string> {
    const jar = new Map<string, string>();
    const issuer = new URL(location).origin;
    let address = location;
    for (let step = 0; step < 10; step++) {
      if (new URL(address).origin !== issuer) return new URL(address).pathname + new URL(address).search;
      const answer = await fetch(address, {
        redirect: 'manual',
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      for (const header of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
        jar.set(name, value);
      }
      const next = answer.headers.get('location');
      if (!next) throw new Error(`The provider answers ${answer.status} at ${address}: ${await answer.text()}`);
      address = new URL(next, address).href;
    }
    throw new Error('The provider redirects without end.');
  }

  /** Begins a sign-in and signs in at the provider; `change` is what an attacker does to the request on the way. */
  async comeBack(next?: string, change: (location: URL) => void = () => undefined): Promise<CameBack> {
    const { location, cookie } = await this.begin(next);
    const changed = new URL(location);
    change(changed);
    return { path: await this.visitProvider(changed.href), cookie };
  }

  /** The whole sign-in: the answer of the callback. */
  async signIn(next?: string): Promise<request.Response> {
    const { path, cookie } = await this.comeBack(next);
    return this.call(path, cookie);
  }
}

/** Cookies that an answer sets and does not end, as a browser sends them back. */
export function cookiesOf(answer: request.Response): string {
  const headers = (answer.headers['set-cookie'] ?? []) as unknown as string[];
  return headers
    .filter((header) => !/Max-Age=0/.test(header))
    .map((header) => header.split(';')[0])
    .join('; ');
}
