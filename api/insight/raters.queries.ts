import { listRows } from '../../shared/db/list';
import { searchFilter } from '../../shared/db/search';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { cycleContent } from '../../shared/insight/cycles.store';
import { groupBy } from '../../shared/kernel/group-by';
import { EmployeeModel } from '../../shared/people/employee.model';
import type { PageRequest } from '../http/pagination';
import { type RaterView, toRaterView } from './raters.dto';
import { readCycleStatistics, RATED } from './statistics/cycle-statistics.store';
import { RaterTally, type Rating } from './statistics/rater.rules';

/** Subjects per batch, so that memory does not depend on how many a page of raters has rated. */
const SUBJECTS_AT_ONCE = 200;

/** Returns one page of those who have submitted an evaluation in a cycle, by name, with their figures; throws NOT_FOUND. */
export async function listRaters(
  cycleId: string,
  { search, subjectId }: { search: string | undefined; subjectId: string | undefined },
  page: PageRequest,
): Promise<{ items: RaterView[]; totalCount: number }> {
  const cycle = await findCycle(cycleId);
  const evaluatorIds = await ParticipantModel.distinct('evaluatorId', {
    cycleId,
    ...(subjectId === undefined ? {} : { subjectId }),
    ...RATED,
  });
  const filter = { _id: { $in: evaluatorIds }, ...searchFilter(search) };
  const { rows, totalCount } = await listRows(EmployeeModel, filter, { searchText: 1 }, page);
  const evaluators = rows.map(({ _id }) => _id);
  const { usualOfManagers } = await readCycleStatistics(cycle);
  const { raters, subjects } = (await tallyOf(cycle, evaluators)).report(usualOfManagers);
  const figuresOf = new Map(raters.map((figures) => [figures.evaluatorId, figures]));
  const perceptionOf = new Map(subjects.map(({ subjectId, selfMinusOthers }) => [subjectId, selfMinusOthers]));
  const items = rows.map((row) => toRaterView(row, figuresOf.get(row._id), perceptionOf.get(row._id) ?? null));
  return { items, totalCount };
}

/**
 * Tallies the scores of these evaluators together with all participants of the subjects whom they rated, and with their
 * own results as subjects. Linear in the answers about these subjects.
 */
async function tallyOf(cycle: Cycle, evaluatorIds: readonly string[]): Promise<RaterTally> {
  const content = await cycleContent(cycle);
  const tally = new RaterTally(content);
  const rated = await ParticipantModel.distinct('subjectId', {
    cycleId: cycle._id,
    evaluatorId: { $in: [...evaluatorIds] },
    ...RATED,
  });
  const subjectIds = [...new Set([...rated, ...evaluatorIds])];
  for (let start = 0; start < subjectIds.length; start += SUBJECTS_AT_ONCE) {
    const some = subjectIds.slice(start, start + SUBJECTS_AT_ONCE);
    const rows = await ParticipantModel.find({ cycleId: cycle._id, subjectId: { $in: some }, ...RATED })
      .select('subjectId evaluatorId evaluatorType status score answers.itemId answers.score answers.notApplicable')
      .lean<Rating[]>();
    for (const ofSubject of groupBy(rows, ({ subjectId }) => subjectId).values()) tally.addSubject(ofSubject);
  }
  return tally;
}
