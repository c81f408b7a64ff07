import mongoose from 'mongoose';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { GapModel, type GapRow } from '../../shared/insight/gaps/gap.model';
import { now } from '../../shared/kernel/clock';
import { runJob } from '../../test/support/run-handler';
import { makeAnswers, makeCycle, makeFramework } from './cycle';
import type { Comparison } from './measure';
import { makeEmployees, makeTenant, rawTwin, within } from './tenant';

const REQUIREMENTS = 12;

/** A closed cycle with `count` employees who were rated by themselves and by their manager. */
export async function makeClosedCycle(count: number): Promise<{ tenantId: string; cycleId: string }> {
  const tenantId = await makeTenant();
  return within(tenantId, async () => {
    const framework = await makeFramework(REQUIREMENTS);
    const employeeIds = (await makeEmployees(count, framework.jobProfileId)).map(({ _id }) => _id);
    const cycleId = await makeCycle(framework.templateId, CycleStatus.Closed);
    await CycleModel.updateOne({ _id: cycleId }, { $set: { closedAt: now() } });
    await makeAnswers(cycleId, employeeIds, framework);
    return { tenantId, cycleId };
  });
}

/** Gap recalculation of `count` subjects x 12 requirements against a raw read of the answers and a raw write of the rows. */
export async function gapsComparison(count: number): Promise<Comparison> {
  const { tenantId, cycleId } = await makeClosedCycle(count);
  const twin = await rawTwin(GapModel);
  /** Runs that were replaced stay for an hour. */
  const rows = (): Promise<GapRow[]> =>
    within(tenantId, async () => GapModel.find({ runId: (await findCycle(cycleId)).gaps.runId }).lean<GapRow[]>());
  let documents: object[] = [];
  return {
    work: `gaps of ${count.toLocaleString('en')} subjects x ${REQUIREMENTS}`,
    against: 'raw read of the answers + insertMany of the rows',
    atMost: 2,
    ours: () => within(tenantId, () => runJob('insight.recalculate-gaps', { cycleId })),
    made: async () => (await rows()).length,
    expected: count * REQUIREMENTS,
    prepareRaw: async () => {
      documents = twin.copies(await rows());
    },
    raw: async () => {
      const { db } = mongoose.connection;
      const cursor = db
        ?.collection(ParticipantModel.collection.name)
        .find({ tenantId, cycleId }, { projection: { answers: 1, subjectId: 1, evaluatorType: 1 } });
      for await (const _row of cursor ?? []);
      await twin.insert(documents);
    },
  };
}
