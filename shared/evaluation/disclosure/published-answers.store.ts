import { bulkUpdate } from '../../db/bulk';
import type { Cycle } from '../cycles/cycle.model';
import { answerRulesOf } from '../cycles/cycle.store';
import type { Participant } from '../participants/participant.model';
import { groupFigures } from './guarded-group.rules';
import { commentsOf } from './kept-rater.rules';
import { type KeptResults, KeptResultsModel } from './kept-results.model';

const ROWS_AT_ONCE = 500;

/** Stores the published comments of an evaluation that is being reopened; call it in the transaction that does. */
export async function keepComments(
  row: Pick<Participant, 'cycleId' | 'subjectId' | 'evaluatorId' | 'answers'>,
): Promise<void> {
  const { cycleId, subjectId } = row;
  const kept = await KeptResultsModel.findOne({ cycleId, subjectId }).lean<KeptResults>();
  if (!kept) return;
  const groups = kept.groups.map((group) => ({
    ...group,
    raters: group.raters.map((rater) =>
      rater.evaluatorId === row.evaluatorId ? { ...rater, comments: rater.comments ?? commentsOf(row.answers) } : rater,
    ),
  }));
  await KeptResultsModel.updateOne({ _id: kept._id }, { $set: { groups } });
}

/** Deletes the stored answers and comments of a cycle's publishings for retention; the means of the groups remain. */
export async function forgetPublishedAnswers(cycle: Pick<Cycle, '_id' | 'templateId'>): Promise<void> {
  const content = await answerRulesOf(cycle);
  for (;;) {
    const rows = await KeptResultsModel.find({ cycleId: cycle._id, hasAnswers: true })
      .limit(ROWS_AT_ONCE)
      .lean<KeptResults[]>();
    if (rows.length === 0) return;
    const updates = rows.map(({ _id, groups }) => ({
      updateOne: {
        filter: { _id },
        update: {
          $set: {
            hasAnswers: false,
            groups: groups.map((group) => ({
              ...group,
              mean: groupFigures(group.raters, content, group.minimum).mean,
              raters: group.raters.map((rater) => ({ ...rater, ratings: null, commentsId: '', comments: null })),
              earlier: [],
            })),
          },
        },
      },
    }));
    await bulkUpdate(KeptResultsModel, updates);
  }
}
