import { TEMPLATE_KEYS } from '../../../shared/comms/template-key';
import { mailRecipients } from '../../../shared/people/mail-recipients.store';
import { OPTIONAL_MAILS } from '../../../shared/platform/accounts/optional-mails';
import { makeEmployee } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const PROFILE = '/api/my-profile';
let tenant: TestTenant;
let employeeId: string;
let token: string;
beforeEach(async () => {
  tenant = await makeTenant();
  employeeId = (await makeEmployee(tenant))._id;
  token = await tenant.signedIn({ employeeId });
});

const put = (mails: unknown) => service().call('put', PROFILE, token).send({ mails });
const choices = async (): Promise<Record<string, boolean>> => {
  const { body } = await service().call('get', PROFILE, token);
  return Object.fromEntries(body.mails.map(({ kind, isOn }: { kind: string; isOn: boolean }) => [kind, isOn]));
};
const reached = (): Promise<string[]> =>
  tenant.within(async () => {
    const kinds: string[] = [];
    for (const key of TEMPLATE_KEYS) if ((await mailRecipients(key, [employeeId])).has(employeeId)) kinds.push(key);
    return kinds;
  });

describe('the emails that a person turns off', () => {
  test('all are on at first; a change names kinds, and the others stay', async () => {
    expect(await choices()).toEqual(Object.fromEntries(OPTIONAL_MAILS.map((kind) => [kind, true])));
    expect((await put([{ kind: 'survey-opened', isOn: false }])).status).toBe(200);
    await put([{ kind: 'deadline-reminder', isOn: false }]);
    expect(await choices()).toMatchObject({
      'survey-opened': false,
      'deadline-reminder': false,
      'survey-reminder': true,
    });
    await put([{ kind: 'survey-opened', isOn: true }]);
    expect(await choices()).toMatchObject({ 'survey-opened': true, 'deadline-reminder': false });
  });

  test.each(OPTIONAL_MAILS)(
    '%s: one who turned it off is no recipient of it, and still of all others',
    async (kind) => {
      expect(await reached()).toEqual([...TEMPLATE_KEYS]);
      await put([{ kind, isOn: false }]);
      expect(await reached()).toEqual(TEMPLATE_KEYS.filter((key) => key !== kind));
    },
  );

  test.each(['invite', 'reset-password', 'forgot-password', 'sign-in.new-device', 'email-changed', 'cycle-opened'])(
    '%s cannot be turned off',
    async (kind) => {
      const answer = await put([{ kind, isOn: false }]);
      expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
      expect(Object.values(await choices())).not.toContain(false);
    },
  );
});
