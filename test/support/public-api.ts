import type request from 'supertest';
import { makeApiKey } from '../factories/api-key';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { useService } from './service';

/** The public API as a new tenant's BI tool sees it. */
export interface PublicApi {
  url: string;
  tenant: TestTenant;
  key: string;
  read(path: string, headers?: Record<string, string>): request.Test;
  /** What an HR manager does over the internal API. */
  asHr(method: 'put' | 'delete', path: string): request.Test;
  /** A request of the internal API with this token. */
  call(method: 'post' | 'put', path: string, token: string): request.Test;
  /** A request with another method than GET. */
  send(method: 'post' | 'put' | 'patch' | 'delete', path: string): request.Test;
}

/** A tenant with a key, and a reader of `/api/v1`; the returned function gives it inside tests. */
export function usePublicApi(): () => PublicApi {
  const service = useService({ worker: false });
  let api: PublicApi | undefined;
  beforeAll(async () => {
    const tenant = await makeTenant();
    const key = await makeApiKey(tenant);
    const read: PublicApi['read'] = (path, headers = {}) =>
      service().call('get', `/api/v1/${path}`).set('X-Api-Key', key).set(headers);
    const send: PublicApi['send'] = (method, path) => service().call(method, `/api/v1/${path}`).set('X-Api-Key', key);
    const asHr: PublicApi['asHr'] = (method, path) => service().call(method, path, tenant.hr);
    const call: PublicApi['call'] = (method, path, token) => service().call(method, path, token);
    api = { url: service().url, tenant, key, read, send, asHr, call };
  });
  return () => {
    if (!api) throw new Error('The API is read inside tests only.');
    return api;
  };
}
