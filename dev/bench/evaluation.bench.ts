import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { PublishedResultsModel } from '../../shared/evaluation/disclosure/published-results.model';
import { type Evaluation, EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { now } from '../../shared/kernel/clock';
import { runJob } from '../../test/support/run-handler';
import { answerAll, makeCycle, makeFramework } from './cycle';
import type { Comparison } from './measure';
import { makeEmployees, makeTenant, rawTwin, within } from './tenant';

const { Peer } = EvaluatorType;
const ITEMS = 12;

/** A template with an item for each competency of the profile that `count` employees have; returns its id. */
export async function makeTemplateFor(count: number, items = ITEMS): Promise<string> {
  const framework = await makeFramework(items);
  await makeEmployees(count, framework.jobProfileId);
  return framework.templateId;
}

/** Generation for `count` employees (self and manager) against insertMany of the same documents. */
export async function generationComparison(count: number): Promise<Comparison> {
  const tenantId = await makeTenant();
  const templateId = await within(tenantId, () => makeTemplateFor(count));
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
    made: () => within(tenantId, async () => EvaluationModel.countDocuments({ cycleId })),
    expected: count,
    prepareRaw: async () => {
      documents = await within(tenantId, async () => [
        evaluations.copies(await EvaluationModel.find({ cycleId }).lean<Evaluation[]>()),
        participants.copies(await ParticipantModel.find({ cycleId }).lean<Participant[]>()),
      ]);
    },
    raw: async () => {
      await evaluations.insert(documents[0]);
      await participants.insert(documents[1]);
    },
  };
}

/**
 * Peer assignment for `count` subjects against insertMany of the same documents; with a limit of evaluations per evaluator, whose
 * loads are read under a lock.
 */
export async function peersComparison(count: number, maxEvaluations: number | null = null): Promise<Comparison> {
  const tenantId = await makeTenant();
  const templateId = await within(tenantId, () => makeTemplateFor(count, 1));
  const twin = await rawTwin(ParticipantModel);
  let cycleId = '';
  let documents: object[] = [];
  return {
    work: `peers for ${count.toLocaleString('en')} subjects x 4${maxEvaluations === null ? '' : ', loads limited'}`,
    against: 'insertMany of the same documents',
    // Under the lock one chunk follows the other; without a limit two are written at once.
    atMost: maxEvaluations === null ? 1.5 : 2.5,
    prepareOurs: () =>
      within(tenantId, async () => {
        cycleId = await makeCycle(templateId);
        if (maxEvaluations !== null)
          await CycleModel.updateOne({ _id: cycleId }, { $set: { 'settings.maxEvaluations': maxEvaluations } });
        await runJob('evaluation.generate', { cycleId });
      }),
    ours: () => within(tenantId, () => runJob('evaluation.assign-peers', { cycleId, dryRun: false })),
    made: () => within(tenantId, async () => ParticipantModel.countDocuments({ cycleId, evaluatorType: Peer })),
    expected: count * 4,
    prepareRaw: async () => {
      const rows = await within(tenantId, () =>
        ParticipantModel.find({ cycleId, evaluatorType: Peer }).lean<Participant[]>().exec(),
      );
      documents = twin.copies(rows);
    },
    raw: () => twin.insert(documents),
  };
}

/** A Closed cycle in which everyone has answered: of `count` subjects, their managers and four peers each. */
export async function makeAnsweredCycle(templateId: string): Promise<string> {
  const cycleId = await makeCycle(templateId);
  await runJob('evaluation.generate', { cycleId });
  await runJob('evaluation.assign-peers', { cycleId, dryRun: false });
  await answerAll(cycleId, ITEMS);
  await CycleModel.updateOne({ _id: cycleId }, { $set: { status: CycleStatus.Closed, closedAt: now() } });
  return cycleId;
}

/** Publishing the results of `count` subjects with four peers each against the generation of as many evaluations. */
export async function publishingComparison(count: number): Promise<Comparison> {
  const tenantId = await makeTenant();
  const templateId = await within(tenantId, () => makeTemplateFor(count));
  let cycleId = '';
  let otherCycleId = '';
  return {
    work: `publish ${count.toLocaleString('en')} subjects`,
    against: 'their generation',
    atMost: 1.5,
    prepareOurs: () =>
      within(tenantId, async () => {
        cycleId = await makeAnsweredCycle(templateId);
        await CycleModel.updateOne({ _id: cycleId }, { $set: { resultsPublishedAt: now() } });
      }),
    ours: () => within(tenantId, () => runJob('evaluation.keep-results', { cycleId })),
    made: () => within(tenantId, async () => PublishedResultsModel.countDocuments({ cycleId })),
    expected: count,
    prepareRaw: async () => {
      otherCycleId = await within(tenantId, () => makeCycle(templateId));
    },
    raw: () => within(tenantId, () => runJob('evaluation.generate', { cycleId: otherCycleId })),
  };
}
