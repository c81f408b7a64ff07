import { DEFAULT_CYCLE_SETTINGS } from '../../shared/evaluation/cycles/cycle-settings.rules';
import { type Evaluation, EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { assignPeers, type PeerPlan } from '../../shared/evaluation/peer-assignment.rules';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { Employee } from '../../shared/people/employee.model';
import { runJob } from '../../test/support/run-handler';
import { makeCycle, makeFramework } from './cycle';
import { type Comparison, timed } from './measure';
import { makeEmployees, makeTenant, rawTwin, within } from './tenant';

/** Generation for `count` employees (self and manager) against insertMany of the same documents. */
export async function generationComparison(count: number): Promise<Comparison> {
  const tenantId = await makeTenant();
  const templateId = await within(tenantId, async () => {
    const framework = await makeFramework(12);
    await makeEmployees(count, framework.jobProfileId);
    return framework.templateId;
  });
  const [evaluations, participants] = [await rawTwin(EvaluationModel), await rawTwin(ParticipantModel)];
  let cycleId = '';
  let documents: [object[], object[]] = [[], []];
  return {
    work: `generate for ${count.toLocaleString('en')} employees`,
    against: 'insertMany of the same documents',
    atMost: 1.5,
    prepareOurs: async () => {
      cycleId = await within(tenantId, () => makeCycle(templateId));
    },
    ours: () => within(tenantId, () => runJob('evaluation.generate', { cycleId })),
    prepareRaw: async () => {
      documents = await within(tenantId, async () => [
        evaluations.copies(await EvaluationModel.find({ cycleId }).lean<Evaluation[]>()),
        participants.copies(await ParticipantModel.find({ cycleId }).lean<Participant[]>()),
      ]);
      if (documents[0].length !== count) throw new Error(`generated ${documents[0].length}`);
    },
    raw: async () => {
      await evaluations.insert(documents[0]);
      await participants.insert(documents[1]);
    },
  };
}

/** Peer assignment for `count` subjects against insertMany of the same documents. */
export async function peersComparison(count: number): Promise<Comparison> {
  const tenantId = await makeTenant();
  const templateId = await within(tenantId, async () => {
    const framework = await makeFramework(1);
    await makeEmployees(count, framework.jobProfileId);
    return framework.templateId;
  });
  const twin = await rawTwin(ParticipantModel);
  let cycleId = '';
  let documents: object[] = [];
  return {
    work: `peers for ${count.toLocaleString('en')} subjects x 4`,
    against: 'insertMany of the same documents',
    atMost: 1.5,
    prepareOurs: () =>
      within(tenantId, async () => {
        cycleId = await makeCycle(templateId);
        await runJob('evaluation.generate', { cycleId });
      }),
    ours: () => within(tenantId, () => runJob('evaluation.assign-peers', { cycleId, dryRun: false })),
    prepareRaw: async () => {
      const rows = await within(tenantId, () =>
        ParticipantModel.find({ cycleId, evaluatorType: EvaluatorType.Peer }).lean<Participant[]>().exec(),
      );
      if (rows.length < 3.9 * count) throw new Error(`assigned ${rows.length}`);
      documents = twin.copies(rows);
    },
    raw: () => twin.insert(documents),
  };
}

/** Milliseconds of the pure assignment of four peers to each of `count` subjects, and its plan. */
export async function pureAssignment(count: number): Promise<{ ms: number; plan: PeerPlan }> {
  const tenantId = await makeTenant();
  const employees: Employee[] = await within(tenantId, () => makeEmployees(count));
  const people = employees.map(({ _id, departmentId, managerId, jobProfileId }) => ({
    id: _id,
    departmentId,
    managerId,
    jobProfileId,
  }));
  let plan: PeerPlan = { picks: [], belowMinimum: [], maxPerEvaluator: 0 };
  const ms = await timed(async () => {
    plan = assignPeers({
      subjects: people,
      candidates: people,
      existing: [],
      settings: DEFAULT_CYCLE_SETTINGS,
      seed: 'bench',
    });
  });
  return { ms, plan };
}
