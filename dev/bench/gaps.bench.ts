import mongoose from 'mongoose';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { GapModel, type GapRow } from '../../shared/insight/gaps/gap.model';
import { newId } from '../../shared/kernel/ids';
import { runJob } from '../../test/support/run-handler';
import { makeAnswers, makeCycle, makeFramework } from './cycle';
import type { Comparison } from './measure';
import { makeTenant, rawTwin, within } from './tenant';

const REQUIREMENTS = 12;

/** Gap recalculation of `count` subjects x 12 requirements against a raw read of the answers and a raw write of the rows. */
export async function gapsComparison(count: number): Promise<Comparison> {
  const tenantId = await makeTenant();
  const cycleId = await within(tenantId, async () => {
    const framework = await makeFramework(REQUIREMENTS);
    const id = await makeCycle(framework.templateId);
    await makeAnswers(id, Array.from({ length: count }, newId), framework);
    return id;
  });
  const twin = await rawTwin(GapModel);
  let documents: object[] = [];
  return {
    work: `gaps of ${count.toLocaleString('en')} subjects x ${REQUIREMENTS}`,
    against: 'raw read of the answers + insertMany of the rows',
    atMost: 2,
    ours: () => within(tenantId, () => runJob('insight.recalculate-gaps', { cycleId })),
    prepareRaw: async () => {
      const rows = await within(tenantId, async () => {
        const { runId } = (await findCycle(cycleId)).gaps;
        return GapModel.find({ runId }).lean<GapRow[]>(); // runs that were replaced stay for an hour
      });
      if (rows.length !== count * REQUIREMENTS) throw new Error(`${rows.length} rows`);
      documents = twin.copies(rows);
    },
    raw: async () => {
      const { db } = mongoose.connection;
      const cursor = db
        ?.collection(ParticipantModel.collection.name)
        .find({ tenantId, cycleId }, { projection: { answers: 1, subjectId: 1, evaluatorType: 1 } });
      let read = 0;
      for await (const _row of cursor ?? []) read++;
      if (read !== 2 * count) throw new Error(`${read} participants`);
      await twin.insert(documents);
    },
  };
}
