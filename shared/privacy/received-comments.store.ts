import type { NewRow } from '../db/bulk';
import { isOver } from '../evaluation/cycles/cycle-visibility.rules';
import { type Cycle, CycleModel } from '../evaluation/cycles/cycle.model';
import { type Evaluation, EvaluationModel } from '../evaluation/evaluation.model';
import { type Participant, ParticipantModel } from '../evaluation/participants/participant.model';
import { isWithheld } from '../evaluation/withheld-comment.rules';
import { EvaluatorType } from '../framework/evaluator-type';
import { templateItems } from '../framework/template.rules';
import { cycleContent } from '../insight/cycles.store';
import { commentsWithin, type ViewerLimits } from '../insight/subject-result.rules';
import { subjectEvidence } from '../insight/subject-result.store';
import { viewerLimits } from '../insight/viewer-limits.store';
import { derivedId } from '../kernel/ids';
import { TextDecision } from './privacy-status';
import type { PrivacyText } from './privacy-text.model';

/** A comment by someone else about the person. */
export interface ReceivedComment {
  id: string;
  cycleId: string;
  cycle: string;
  itemId: string;
  item: string;
  /** The person may know the item; otherwise it would reveal who may have written the comment. */
  isAtItem: boolean;
  evaluatorType: EvaluatorType;
  participantId: string;
  text: string;
  /** HR withholds it from the person. */
  isWithheld: boolean;
}

/**
 * Returns others' comments on these employees, in a stable order: of managers those of submitted evaluations, of guarded
 * groups those that the last publishing of a cycle that is over shows. A few queries for each evaluation.
 */
export async function receivedComments(requestId: string, employeeIds: readonly string[]): Promise<ReceivedComment[]> {
  const evaluations = await EvaluationModel.find({ subjectId: { $in: employeeIds } })
    .sort({ cycleId: 1, _id: 1 })
    .lean<Evaluation[]>();
  const cycles = await CycleModel.find({ _id: { $in: evaluations.map(({ cycleId }) => cycleId) } }).lean<Cycle[]>();
  const cycleOf = new Map(cycles.map((cycle) => [cycle._id, cycle]));
  const found: ReceivedComment[] = [];
  for (const evaluation of evaluations) {
    const cycle = cycleOf.get(evaluation.cycleId);
    if (cycle) found.push(...(await commentsOn(evaluation, cycle, requestId)));
  }
  return found;
}

async function commentsOn(evaluation: Evaluation, cycle: Cycle, requestId: string): Promise<ReceivedComment[]> {
  const { subjectId, withheldComments } = evaluation;
  const evidence = await subjectEvidence(cycle, evaluation);
  const limits = await accessLimits(cycle, subjectId);
  const itemOf = new Map(templateItems(evidence.content).map(({ id, text }) => [id, text]));
  const comments = commentsWithin(evidence, limits);
  return evidence.participants
    .filter(({ evaluatorType }) => evaluatorType !== EvaluatorType.Self)
    .flatMap(({ _id, evaluatorId }) =>
      comments
        .filter((comment) => comment.evaluatorId === evaluatorId)
        .map(({ itemId, shownAt, evaluatorType, text }) => ({
          // The text is part of it: a decision about another text does not release this one.
          id: derivedId('privacy-comment', requestId, _id, itemId, text),
          cycleId: cycle._id,
          cycle: cycle.name,
          itemId,
          item: itemOf.get(itemId) ?? '',
          isAtItem: shownAt !== null,
          evaluatorType,
          participantId: _id,
          text,
          isWithheld: isWithheld(withheldComments, { evaluatorId, itemId, text }),
        })),
    );
}

/** Returns the limits of an access file: those of a viewer, with the potential that Self and Manager rated. */
export async function accessLimits(cycle: Pick<Cycle, '_id' | 'status'>, subjectId: string): Promise<ViewerLimits> {
  const limits = (await viewerLimits(cycle._id, [subjectId]))(subjectId);
  const published = isOver(cycle.status) ? limits.published : { ...limits.published, groups: [] };
  return { ...limits, published, showsPotential: true };
}

export async function participantsAbout(employeeIds: readonly string[]): Promise<Participant[]> {
  return ParticipantModel.find({ subjectId: { $in: employeeIds } })
    .sort({ cycleId: 1, _id: 1 })
    .lean<Participant[]>();
}

/**
 * Returns the initial decisions of a request: comments by managers are released unless HR withholds them, the others
 * are undecided.
 */
export function undecided(requestId: string, comments: readonly ReceivedComment[]): NewRow<PrivacyText>[] {
  return comments.map(({ id, participantId, itemId, evaluatorType, isWithheld: withheld }) => ({
    _id: id,
    requestId,
    source: ParticipantModel.modelName,
    rowId: participantId,
    path: itemId,
    decision: evaluatorType === EvaluatorType.Manager && !withheld ? TextDecision.Release : null,
    reason: null,
  }));
}

export async function itemTexts(cycleIds: readonly string[]): Promise<(cycleId: string, itemId: string) => string> {
  const cycles = await CycleModel.find({ _id: { $in: [...new Set(cycleIds)] } }).lean<Cycle[]>();
  const texts = new Map<string, string>();
  for (const cycle of cycles) {
    if (cycle.templateId === null) continue;
    for (const item of templateItems(await cycleContent(cycle))) texts.set(`${cycle._id}/${item.id}`, item.text);
  }
  return (cycleId, itemId) => texts.get(`${cycleId}/${itemId}`) ?? '';
}
