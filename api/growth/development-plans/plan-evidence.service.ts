import { type DevelopmentPlan, DevelopmentPlanModel } from '../../../shared/growth/development-plan.model';
import { detachEvidence } from './evidence.store';

/** Releases files that no plan references any more, in the transaction that removed them from one. */
export async function releaseEvidence(fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const plans = await DevelopmentPlanModel.find({ 'actions.evidenceFileIds': { $in: [...fileIds] } })
    .select('actions.evidenceFileIds')
    .lean<Pick<DevelopmentPlan, 'actions'>[]>();
  const named = new Set(plans.flatMap(({ actions }) => actions.flatMap(({ evidenceFileIds }) => evidenceFileIds)));
  await detachEvidence(fileIds.filter((id) => !named.has(id)));
}
