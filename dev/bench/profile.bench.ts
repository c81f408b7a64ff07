import express from 'express';
import { createAccount } from '../../api/platform/accounts/account.store';
import { openSession } from '../../api/platform/sign-in/sessions.service';
import { signAccessToken } from '../../api/platform/sign-in/tokens';
import { inTransaction } from '../../shared/db/transaction';
import { Role } from '../../shared/kernel/permissions';
import { UserModel } from '../../shared/platform/accounts/user.model';
import { sendLoad } from './http-load';
import { serve, serveApi } from './http-service';
import type { Comparison } from './measure';
import { makeEmployees, makeTenant, within } from './tenant';

/** `GET /api/my-profile` of a signed-in employee, against a bare Express route that reads the same user. */
export async function profileComparison(requests: number): Promise<Comparison> {
  const tenantId = await makeTenant();
  const { userId, token } = await within(tenantId, async () => {
    const [employee] = await makeEmployees(1);
    const account = { email: 'e0@bench.example', fullName: 'First0 Last0', roles: [Role.User], passwordHash: null };
    const id = await inTransaction(() => createAccount({ ...account, employeeId: employee?._id }));
    const { sessionId } = await openSession({ userId: id });
    return {
      userId: id,
      token: signAccessToken({ sub: id, roles: [Role.User], sid: sessionId, tenant_id: tenantId }),
    };
  });
  const bare = await serve(
    express().get('/profile', async (_request, response) => {
      response.json(await UserModel.collection.findOne({ _id: userId as never }));
    }),
  );
  const api = await serveApi();
  return {
    work: `GET /api/my-profile, ${requests.toLocaleString('en')} requests`,
    against: 'a bare Express route doing one findOne',
    atMost: 2,
    ours: () => sendLoad({ url: `${api.url}/api/my-profile`, headers: { authorization: `Bearer ${token}` }, requests }),
    made: () => requests, // sendLoad throws when one has another status
    expected: requests,
    raw: () => sendLoad({ url: `${bare.url}/profile`, requests }),
    async close() {
      await api.close();
      await bare.close();
    },
  };
}
