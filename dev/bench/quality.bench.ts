import mongoose from 'mongoose';
import { getQuality } from '../../api/insight/quality.queries';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { CycleCacheModel } from '../../shared/insight/cycle-cache.model';
import { makeAnsweredCycle, makeTemplateFor } from './evaluation.bench';
import type { Comparison } from './measure';
import { makeTenant, within } from './tenant';

/** The reliability of a cycle of `count` subjects with four peers each, counted at every look, against a raw read of the scores. */
export async function qualityComparison(count: number): Promise<Comparison> {
  const tenantId = await makeTenant();
  const cycleId = await within(tenantId, async () => makeAnsweredCycle(await makeTemplateFor(count)));
  const projection = { _id: 0, subjectId: 1, evaluatorId: 1, evaluatorType: 1, score: 1 } as const;
  let peers = 0;
  return {
    work: `quality of ${count.toLocaleString('en')} subjects, not cached`,
    against: 'a raw read of their scores',
    atMost: 1.5,
    prepareOurs: async () => {
      await within(tenantId, () => CycleCacheModel.deleteOne({ cycleId }));
    },
    ours: async () => {
      const { types } = await within(tenantId, () => getQuality(cycleId));
      peers = types.find(({ evaluatorType }) => evaluatorType === EvaluatorType.Peer)?.raters ?? 0;
    },
    made: () => peers,
    expected: count * 4,
    raw: async () => {
      const rows = mongoose.connection.db
        ?.collection(ParticipantModel.collection.name)
        .find({ tenantId, cycleId, status: ParticipantStatus.Submitted }, { projection });
      await rows?.toArray();
    },
  };
}
