import { listRows } from '../../shared/db/list';
import { namesById } from '../../shared/db/references';
import { searchFilter } from '../../shared/db/search';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycle.model';
import { findCycle } from '../../shared/evaluation/cycle.store';
import { CycleStatus } from '../../shared/evaluation/cycle-status';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { ParticipantModel } from '../../shared/evaluation/participant.model';
import { countsAsSubmitted, type ParticipantStatus } from '../../shared/evaluation/participant-status';
import { EvaluationTemplateModel } from '../../shared/framework/evaluation-template.model';
import { enumerationFilter } from '../../shared/kernel/enumeration';
import { notFound } from '../../shared/kernel/errors';
import type { PageRequest } from '../http/pagination';
import { type CycleCounts, type CycleView, toCycleView } from './evaluation-cycles.dto';

/** One page of cycles, the newest first. */
export async function listCycles(
  { status, search }: { status: string | undefined; search: string | undefined },
  page: PageRequest,
): Promise<{ items: CycleView[]; totalCount: number }> {
  const wanted = enumerationFilter(CycleStatus, status, 'status');
  const filter = { ...searchFilter(search), ...(wanted ? { status: wanted } : {}) };
  const { rows, totalCount } = await listRows(CycleModel, filter, { createdAt: -1 }, page);
  return { items: await toViews(rows), totalCount };
}

/** One cycle; throws NOT_FOUND. */
export async function getCycle(id: string): Promise<CycleView> {
  const [view] = await toViews([await findCycle(id)]);
  if (!view) throw notFound();
  return view;
}

async function toViews(rows: readonly Cycle[]): Promise<CycleView[]> {
  const [template, counts] = await Promise.all([
    namesById(
      EvaluationTemplateModel,
      rows.map((row) => row.templateId),
      'name',
    ),
    cycleCounts(rows.map((row) => row._id)),
  ]);
  return rows.map((row) => toCycleView(row, template(row.templateId), counts(row._id)));
}

/** Counts of all these cycles; two queries. */
export async function cycleCounts(cycleIds: readonly string[]): Promise<(cycleId: string) => CycleCounts> {
  if (cycleIds.length === 0) return () => ({ subjects: 0, participants: 0, submitted: 0 });
  const ofCycles = { $match: { cycleId: { $in: [...cycleIds] } } };
  const [subjects, participants] = await Promise.all([
    EvaluationModel.aggregate<{ _id: string; count: number }>([
      ofCycles,
      { $group: { _id: '$cycleId', count: { $sum: 1 } } },
    ]),
    ParticipantModel.aggregate<{ _id: { cycleId: string; status: ParticipantStatus }; count: number }>([
      ofCycles,
      { $group: { _id: { cycleId: '$cycleId', status: '$status' }, count: { $sum: 1 } } },
    ]),
  ]);
  const countsOf = new Map<string, CycleCounts>();
  const of = (cycleId: string): CycleCounts => {
    const found = countsOf.get(cycleId) ?? { subjects: 0, participants: 0, submitted: 0 };
    countsOf.set(cycleId, found);
    return found;
  };
  for (const { _id, count } of subjects) of(_id).subjects = count;
  for (const { _id, count } of participants) {
    of(_id.cycleId).participants += count;
    if (countsAsSubmitted(_id.status)) of(_id.cycleId).submitted += count;
  }
  return of;
}
