import { logger } from '../../../shared/kernel/logger';
import { makeAccount, PASSWORD } from '../../factories/account';
import { makeTenant } from '../../factories/tenant';
import { useCapturedLog } from '../../support/captured-log';
import { useService } from '../../support/service';

const service = useService({ worker: false });

describe('the log names ids, never secrets', () => {
  const log = useCapturedLog();

  test('sign-in that fails, sign-in that succeeds, reuse of a refresh token: no password, token or address', async () => {
    const tenant = await makeTenant();
    const { email } = await makeAccount(tenant.id);
    const wrong = 'a-wrong-password-42';
    const signIn = (password: string) =>
      service().call('post', '/api/auth/token').send({ email, password, tenantSlug: tenant.slug });
    await signIn(wrong);
    const { accessToken, refreshToken } = (await signIn(PASSWORD)).body;
    const refresh = (token: string) => service().call('post', '/api/auth/refresh').send({ refreshToken: token });
    const second = (await refresh(refreshToken)).body.refreshToken;
    await refresh(second);
    await refresh(refreshToken); // spent: the session is revoked, which is worth a line
    await service().call('get', '/api/my-profile', `${accessToken}x`);
    await service()
      .call('post', '/api/auth/token')
      .set('Content-Type', 'application/json')
      .send(`{"password":"${wrong}`);
    logger.info('a line after all of them');
    const lines = log();
    expect(lines).toContain('a line after all of them');
    expect(lines).toContain('a spent refresh token was used again');
    for (const secret of [wrong, PASSWORD, accessToken, refreshToken, second, email])
      expect(lines).not.toContain(secret);
    expect(lines).not.toMatch(/eyJ[\w-]+\.|argon2/);
  });

  test('a line of a request names its id and tenant', async () => {
    const line =
      log()
        .split('\n')
        .find((text) => text.includes('a spent refresh token')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({
      level: 'warn',
      requestId: expect.any(String),
      tenantId: expect.any(String),
      sessionId: expect.any(String),
      timestamp: expect.any(String),
    });
  });
});
