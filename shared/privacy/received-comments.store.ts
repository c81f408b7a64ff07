import type { NewRow } from '../db/bulk';
import { pickRows } from '../db/pick';
import { namesById } from '../db/references';
import { type Cycle, CycleModel } from '../evaluation/cycles/cycle.model';
import { EvaluationModel } from '../evaluation/evaluation.model';
import { countsAsSubmitted } from '../evaluation/participants/participant-status';
import { type Participant, ParticipantModel } from '../evaluation/participants/participant.model';
import { isWithheld } from '../evaluation/withheld-comment.rules';
import { EvaluatorType } from '../framework/evaluator-type';
import { templateItems } from '../framework/template.rules';
import { cycleContent } from '../insight/cycles.store';
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
  evaluatorType: EvaluatorType;
  participantId: string;
  text: string;
  /** HR withholds it from the person. */
  isWithheld: boolean;
}

/** Returns others' comments on these employees in submitted evaluations, in a stable order; a few queries for each cycle. */
export async function receivedComments(requestId: string, employeeIds: readonly string[]): Promise<ReceivedComment[]> {
  const participants = (await participantsAbout(employeeIds)).filter(
    ({ evaluatorType, status }) => evaluatorType !== EvaluatorType.Self && countsAsSubmitted(status),
  );
  const cycle = await namesById(
    CycleModel,
    participants.map(({ cycleId }) => cycleId),
    'name',
  );
  const item = await itemTexts(participants.map(({ cycleId }) => cycleId));
  const evaluations = await pickRows(
    EvaluationModel.find({ subjectId: { $in: employeeIds } }),
    'cycleId',
    'subjectId',
    'withheldComments',
  );
  const withheldOf = new Map(evaluations.map((row) => [`${row.cycleId}/${row.subjectId}`, row.withheldComments]));
  return participants.flatMap(({ _id, cycleId, subjectId, evaluatorId, evaluatorType, answers }) =>
    answers.flatMap(({ itemId, comment }) =>
      comment?.trim()
        ? {
            id: derivedId('privacy-comment', requestId, _id, itemId),
            cycleId,
            cycle: cycle(cycleId) ?? '',
            itemId,
            item: item(cycleId, itemId),
            evaluatorType,
            participantId: _id,
            text: comment.trim(),
            isWithheld: isWithheld(withheldOf.get(`${cycleId}/${subjectId}`), {
              evaluatorId,
              itemId,
              text: comment.trim(),
            }),
          }
        : [],
    ),
  );
}

/** Returns everyone's answers about these employees. */
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

/** Reads the texts of the items of some cycles. */
export async function itemTexts(cycleIds: readonly string[]): Promise<(cycleId: string, itemId: string) => string> {
  const cycles = await CycleModel.find({ _id: { $in: [...new Set(cycleIds)] } }).lean<Cycle[]>();
  const texts = new Map<string, string>();
  for (const cycle of cycles) {
    if (cycle.templateId === null) continue;
    for (const item of templateItems(await cycleContent(cycle))) texts.set(`${cycle._id}/${item.id}`, item.text);
  }
  return (cycleId, itemId) => texts.get(`${cycleId}/${itemId}`) ?? '';
}
