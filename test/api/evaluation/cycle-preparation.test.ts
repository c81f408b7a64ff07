import { EmployeeStatus } from '../../../shared/people/employee-status';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { SignInSettingsModel } from '../../../shared/platform/sso/sign-in-settings.model';
import { makeAccount } from '../../factories/account';
import { makeCycle, makeEmployee } from '../../factories/evaluation';
import { makeTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });

test('counts the active employees who cannot sign in, which company sign-in takes care of', async () => {
  const tenant = await makeTenant();
  const { _id } = await makeCycle(tenant, {});
  const withoutAccount = async (): Promise<number> => {
    const read = service().call('get', `/api/evaluation-cycles/${_id}/preparation`, tenant.hr);
    return (await read.expect(200)).body.withoutAccount;
  };
  const people = [
    { status: EmployeeStatus.Active, account: true },
    { status: EmployeeStatus.Active, account: false },
    { status: EmployeeStatus.OnLeave, account: true },
    { status: EmployeeStatus.OnLeave, account: false },
    { status: EmployeeStatus.Terminated, account: false },
  ];
  const accounts: string[] = [];
  for (const { status, account } of people) {
    const { _id: employeeId } = await makeEmployee(tenant, { status });
    if (account) accounts.push((await makeAccount(tenant.id, { employeeId })).id);
  }
  expect(await withoutAccount()).toBe(1);

  await tenant.within(() => UserModel.updateOne({ _id: accounts[0] }, { $set: { isActive: false } }));
  expect(await withoutAccount()).toBe(2);

  const sso = { issuer: 'https://id.example', clientId: 'console', sealedClientSecret: 'sealed' };
  await tenant.within(() => SignInSettingsModel.create({ _id: tenant.id, sso }));
  expect(await withoutAccount()).toBe(0);
});
