import { bulkUpdate } from '../../db/bulk';
import type { Cycle } from '../cycles/cycle.model';
import { answerRulesOf } from '../cycles/cycle.store';
import type { Participant } from '../participants/participant.model';
import { groupFigures } from './guarded-group.rules';
import { commentsOf } from './published-rater.rules';
import { type PublishedResultsRow, PublishedResultsModel } from './published-results.model';

const ROWS_AT_ONCE = 500;

/** Stores the published comments of an evaluation that is being reopened; call it in the transaction that does. */
export async function storePublishedComments(
  row: Pick<Participant, 'cycleId' | 'subjectId' | 'evaluatorId' | 'answers'>,
): Promise<void> {
  const { cycleId, subjectId } = row;
  const stored = await PublishedResultsModel.findOne({ cycleId, subjectId }).lean<PublishedResultsRow>();
  if (!stored) return;
  const groups = stored.groups.map((group) => ({
    ...group,
    raters: group.raters.map((rater) =>
      rater.evaluatorId === row.evaluatorId ? { ...rater, comments: rater.comments ?? commentsOf(row.answers) } : rater,
    ),
  }));
  await PublishedResultsModel.updateOne({ _id: stored._id }, { $set: { groups } });
}

/** Deletes the stored answers and comments of a cycle's publishings for retention; the means of the groups remain. */
export async function forgetPublishedAnswers(cycle: Pick<Cycle, '_id' | 'templateId'>): Promise<void> {
  const content = await answerRulesOf(cycle);
  for (;;) {
    const rows = await PublishedResultsModel.find({ cycleId: cycle._id, hasAnswers: true })
      .limit(ROWS_AT_ONCE)
      .lean<PublishedResultsRow[]>();
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
    await bulkUpdate(PublishedResultsModel, updates);
  }
}
