import { createAccount } from '../../api/platform/accounts/account.store';
import { openSession } from '../../api/platform/sign-in/sessions.service';
import { signAccessToken } from '../../api/platform/sign-in/tokens';
import { inTransaction } from '../../shared/db/transaction';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { SUBMITTED_STATUS } from '../../shared/evaluation/participants/participation.store';
import { Role } from '../../shared/kernel/permissions';
import { runJob } from '../../test/support/run-handler';
import { itemIdAt, makeCycle, makeFramework } from './cycle';
import { type OwnTask, startEvaluators } from './evaluators';
import { serveApi } from './http-service';
import { makeEmployees, makeTenant, within } from './tenant';

const ITEMS = 12;

/** What became of the last hour before a deadline. */
export interface Deadline {
  /** Evaluations that were asked for, and those that are submitted at the end. */
  asked: number;
  submitted: number;
  perSecond: number;
  /** Milliseconds in which nineteen of twenty requests are answered. */
  p95: number;
}

/** `people` evaluators answer and submit all that they are asked for, so many at once, from another process. */
export async function deadline(people: number, connections: number): Promise<Deadline> {
  const tenantId = await makeTenant();
  const { cycleId, tokens } = await within(tenantId, async () => {
    const framework = await makeFramework(ITEMS);
    const employees = await makeEmployees(people, framework.jobProfileId);
    const id = await makeCycle(framework.templateId);
    await runJob('evaluation.generate', { cycleId: id });
    await runJob('evaluation.assign-peers', { cycleId: id, dryRun: false });
    return { cycleId: id, tokens: await signInAll(tenantId, employees) };
  });
  const [api, evaluators] = [await serveApi(), startEvaluators()];
  try {
    // By their random ids: those who evaluate the same person seldom do so at the same moment.
    const rows = await within(tenantId, () => ParticipantModel.find({ cycleId }).sort({ _id: 1 }).lean().exec());
    const tasks = rows.map(({ _id, evaluatorId }): OwnTask => {
      const path = `${api.url}/api/my-evaluations/${_id}`;
      return { respond: `${path}/respond`, submit: `${path}/submit`, token: tokens.get(evaluatorId) ?? '' };
    });
    const answers = Array.from({ length: ITEMS }, (_none, at) => ({ itemId: itemIdAt(at), score: 1 + (at % 5) }));
    const started = performance.now();
    const times = (await evaluators.answerAll({ tasks, body: { answers }, connections })).sort((a, b) => a - b);
    const seconds = (performance.now() - started) / 1_000;
    const submitted = await within(tenantId, async () =>
      ParticipantModel.countDocuments({ cycleId, ...SUBMITTED_STATUS }),
    );
    const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN;
    return { asked: rows.length, submitted, perSecond: times.length / seconds, p95 };
  } finally {
    evaluators.close();
    await api.close();
  }
}

/** A session for each employee: its token by the employee's id. */
async function signInAll(
  tenantId: string,
  employees: readonly { _id: string; email: string; fullName: string }[],
): Promise<Map<string, string>> {
  const tokens = new Map<string, string>();
  const roles = [Role.User];
  for (const { _id, email, fullName } of employees) {
    const id = await inTransaction(() =>
      createAccount({ email, fullName, roles, passwordHash: null, employeeId: _id }),
    );
    const { sessionId } = await openSession({ userId: id });
    tokens.set(_id, signAccessToken({ sub: id, roles, sid: sessionId, tenant_id: tenantId }));
  }
  return tokens;
}
