import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const caching = async (path: string, token?: string) => {
  const { status, headers } = await service().call('get', path, token);
  return [status, headers['cache-control']];
};

describe('what a browser or a proxy may keep', () => {
  test('nothing of the internal API: lists, results, errors of every kind', async () => {
    expect(await caching('/api/employees', tenant.hr)).toEqual([200, 'no-store']);
    expect(await caching('/api/my-profile', tenant.user)).toEqual([200, 'no-store']);
    expect(await caching('/api/employees', tenant.user)).toEqual([403, 'no-store']);
    expect(await caching('/api/employees')).toEqual([401, 'no-store']);
    expect(await caching('/api/evaluation-results/x/subjects/y', tenant.hr)).toEqual([404, 'no-store']);
    expect(await caching('/api/employees?page=0', tenant.hr)).toEqual([400, 'no-store']);
    expect(await caching('/api/nowhere', tenant.hr)).toEqual([404, 'no-store']);
  });
});
