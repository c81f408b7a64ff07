import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { type EvaluationTemplate } from '../../shared/framework/evaluation-template.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { ItemType } from '../../shared/framework/template.rules';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeEmployee, makeEvaluatedCycle, makeTemplate } from '../factories/evaluation';
import { templateItem } from '../factories/template-item';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { type Tab, useConsole } from './browser';

export let browser: ReturnType<typeof useConsole>;
export let tenant: TestTenant;
export let template: EvaluationTemplate;
export let account: TestAccount;
export let evaluatorId: string;

/** An organization with a template and an evaluator, for the tests of the file. */
export function setUpEvaluationForms(): void {
  const own = useConsole({ worker: false });
  beforeAll(async () => {
    browser = own;
    tenant = await makeTenant();
    template = await makeTemplate(tenant, {
      scale: SCALE,
      items: [
        templateItem({ text: LISTENS }),
        templateItem({ text: SHARES, allowNotApplicable: true }),
        templateItem({ text: STRENGTH, type: ItemType.Text, required: false, weight: 0 }),
      ],
    });
    evaluatorId = (await makeEmployee(tenant, { firstName: 'Ana', lastName: 'García' }))._id;
    account = await makeAccount(tenant.id, { employeeId: evaluatorId });
  });
}

export const SCALE = { min: 1, max: 5, labels: ['Never', 'Rarely', 'Sometimes', 'Often', 'Always'] };
export const LISTENS = 'Listens before deciding';
export const SHARES = 'Shares what they know';
export const STRENGTH = 'What should they keep doing?';

/** An open evaluation that the account is asked for; returns its id. */
export async function makeEvaluation(lastName: string, type = EvaluatorType.Peer, asked = template): Promise<string> {
  const employee = type === EvaluatorType.Self ? undefined : await makeEmployee(tenant, { firstName: 'Lee', lastName });
  const { subjects } = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Open, endDate: '2026-12-31', name: `Review of ${lastName}` },
    template: asked,
    subjects: [
      {
        ...(employee ? { employee } : {}),
        evaluators: [{ type, evaluatorId, status: ParticipantStatus.InProgress, rating: null }],
      },
    ],
  });
  return subjects[0]?.participants[0]?._id ?? '';
}

export async function stored(id: string): Promise<Participant | null> {
  return tenant.within(() => ParticipantModel.findById(id).lean<Participant>());
}

export const item = (tab: Tab, text: string) => tab.page.getByRole('group', { name: text });
export const choose = (tab: Tab, text: string, label: string) =>
  item(tab, text).getByRole('radio', { name: label }).check();
export const openForm = async (id: string): Promise<Tab> => {
  const tab = await browser().tab({ slug: tenant.slug, account });
  await tab.open(`/my-evaluations/${id}`);
  return tab;
};
