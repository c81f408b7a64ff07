import { type EvaluationTemplate, EvaluationTemplateModel } from '../framework/evaluation-template.model';
import { feedsScore, templateItems } from '../framework/template.rules';
import { conflict, invalid, notFound } from '../kernel/errors';
import { type Cycle, CycleModel, GapsState } from './cycle.model';
import { CycleStatus } from './cycle-status';

/** The row of a cycle; throws NOT_FOUND. */
export async function findCycle(id: string): Promise<Cycle> {
  const row = await CycleModel.findById(id).lean<Cycle>();
  if (!row) throw notFound();
  return row;
}

/**
 * What the participants of a cycle are asked; null without a template. One that was deleted meanwhile still explains the
 * answers given to it.
 */
export async function templateOfCycle({ templateId }: Pick<Cycle, 'templateId'>): Promise<EvaluationTemplate | null> {
  if (templateId === null) return null;
  const anyOne = { _id: templateId, isDeleted: { $in: [true, false] } };
  return EvaluationTemplateModel.findOne(anyOne).lean<EvaluationTemplate>().exec();
}

/** Throws CONFLICT when the cycle is over: nobody joins it any more. */
export function assertOpenToParticipants({ status }: Pick<Cycle, 'status'>): void {
  if (status === CycleStatus.Closed || status === CycleStatus.Archived)
    throw conflict(`The cycle is ${status}; open it again before you change who takes part.`);
}

/**
 * A cycle that evaluations and evaluators can be made for, with its template. Throws NOT_FOUND, CONFLICT when it is over,
 * and VALIDATION on `templateId` when it has no template that leads to a score.
 */
export async function preparedCycle(id: string): Promise<{ cycle: Cycle; template: EvaluationTemplate }> {
  const cycle = await findCycle(id);
  assertOpenToParticipants(cycle);
  const template = await templateOfCycle(cycle);
  if (!template || (template.isDeleted && cycle.generatedAt === null))
    throw invalid({ field: 'templateId', message: 'the cycle needs a template first' });
  if (!templateItems(template).some(feedsScore))
    throw invalid({ field: 'templateId', message: 'the template has no rated item that feeds the score' });
  return { cycle, template };
}

/** Notes that the gaps of a closed cycle were given up, where the job could not say so itself. */
export async function giveUpGaps(cycleId: string): Promise<void> {
  await CycleModel.updateOne(
    { _id: cycleId, 'gaps.state': GapsState.Calculating },
    { $set: { 'gaps.state': GapsState.Failed } },
  );
}
